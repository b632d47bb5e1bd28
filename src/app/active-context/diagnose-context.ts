import { parse } from "../../core/active-context/document/parse.ts";
import { lint } from "../../core/active-context/lint/lint.ts";
import { ACTIVE_FILE, REGISTRY_FILE } from "../../core/active-context/registry/file-names.ts";
import type { ContextDeps, MemoryDeps } from "../runtime/deps.ts";
import type { DoctorFinding } from "../upkeep/diagnosis.ts";

/** Problems in the files of the active context: unreadable files, and errors in the others. */
export async function diagnoseContext(deps: MemoryDeps & ContextDeps): Promise<readonly DoctorFinding[]> {
  const found: DoctorFinding[] = [];
  for (const path of [ACTIVE_FILE, REGISTRY_FILE]) {
    const file = `${deps.contextFiles.folder}/${path}`;
    const read = await deps.contextFiles.read(path);
    if (read.outcome === "refused") found.push(refusedFinding(file, read.why));
    if (read.outcome !== "read") continue;
    const errors = await errorsIn(deps, path, read.text);
    if (errors.length > 0) found.push(invalid(file, errors));
  }
  return found;
}

type LineProblem = { readonly line: number; readonly message: string };

async function errorsIn(deps: MemoryDeps, path: string, text: string): Promise<readonly LineProblem[]> {
  const findings =
    path === ACTIVE_FILE
      ? lint(parse(text), { now: deps.clock.now() })
      : (await import("../../core/active-context/lint/lint-registry.ts")).lintRegistry(text);
  return findings.filter(({ level }) => level === "error");
}

const refusedFinding = (file: string, why: string): DoctorFinding => ({
  code: "context.refused",
  level: "error",
  message: `${file} is not read: ${why}.`,
  fix: { verb: "context validate" },
  about: file,
});

function invalid(file: string, errors: readonly LineProblem[]): DoctorFinding {
  const [first] = errors;
  const more = errors.length > 1 ? ` and ${errors.length - 1} more` : "";
  return {
    code: "context.invalid",
    level: "warn",
    message: `${file}, line ${first?.line ?? 1}: ${first?.message ?? ""}${more}`,
    fix: { verb: "context validate", options: { fix: true } },
    about: file,
  };
}

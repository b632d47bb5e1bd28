import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonRecord } from "../../src/app/intake/json-lines.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { checkDraft } from "../../src/core/tape/check.ts";
import type { Draft, Payload } from "../../src/core/tape/event.ts";
import { contentOf, draftOfLine } from "../../src/core/tape/record-line.ts";
import { versionOf } from "../../src/core/tape/versions.ts";
import type { HostHook } from "../../src/surfaces/hosts/hook.ts";

/** One call of `tidemark hook HOST EVENT`, with its standard input. */
export type Call = { readonly event: string; readonly input: JsonRecord };

/** The content of a recorded hook file; clients without hook commands have `input` and `output` instead of `stdin`. */
export type Saved = JsonRecord & { readonly event: string; readonly stdin?: JsonRecord };

/** Converts a recorded file into calls of our command, as the client or our plugin in it makes them. */
export type Caller = (saved: Saved) => readonly Call[];

const asRecorded: Caller = ({ event, stdin }) => [{ event, input: stdin ?? {} }];

/** All hook calls of a recorded scenario, in order. */
export function callsOf(folder: string, caller: Caller = asRecorded): Call[] {
  return readdirSync(join(folder, "hooks"))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, "hooks", name), "utf8")) as Saved)
    .flatMap(caller);
}

/** Records the hook calls of a scenario on the tape, and returns the number of new events. */
export async function replayHooks(
  deps: Deps,
  hook: HostHook,
  folder: string,
  caller?: Caller,
): Promise<number> {
  const said = new Map<string, number>();
  let added = 0;
  for (const { event, input } of callsOf(folder, caller)) {
    const { lines } = hook.capture(event, input);
    const placed = await deps.store.tape.append(lines.map((line) => draftOf(deps, said, line)));
    added += placed.filter(({ isNew }) => isNew).length;
  }
  return added;
}

/** A hook's line as a draft. Equal lines of a session are distinguished by the number of earlier occurrences. */
export function draftOf(deps: Deps, said: Map<string, number>, line: Payload): Draft {
  const { counted, ...rest } = line;
  const key = `${String(line.session)} ${contentOf(line, deps.sha256)}`;
  const occurrence = said.get(key) ?? 0;
  if (counted === true) said.set(key, occurrence + 1);
  const type = line.type === "turn" ? "turn.recorded" : String(line.type);
  const stamp = {
    id: deps.ids.next("evt"),
    now: deps.clock.now(),
    writer: deps.writer,
    version: versionOf(type),
  };
  const given = counted === true ? { ...rest, occurrence } : rest;
  return checkDraft(draftOfLine(given, { ...stamp, sha256: deps.sha256, ordinal: 0 }));
}

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect } from "vitest";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { holds } from "../support/property.ts";
import { callsOf, draftOf } from "./replay.ts";
import { depsOf, folderOf, type Host, historiesIn, recordsOf, scenariosOf, sourceOf } from "./suite.ts";

/** Maximum length of a line. Longer lines are prompts and lists of tools, with nothing that shorter lines lack. */
const LINE_MAX = 4000;

/** A recorded value in which one value, at any depth, is replaced by another. */
function spoiled(value: unknown, places: readonly number[], other: unknown): unknown {
  const [place, ...deeper] = places;
  if (place === undefined || typeof value !== "object" || value === null) return other;
  const entries = Object.entries(value);
  const at = entries.length === 0 ? -1 : place % entries.length;
  const next = entries.map(([name, one], i) => [name, i === at ? spoiled(one, deeper, other) : one] as const);
  return Array.isArray(value) ? next.map(([, one]) => one) : Object.fromEntries(next);
}

const anyPlace = fc.array(fc.nat(50), { minLength: 1, maxLength: 5 });
const anyOther = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    null,
    "",
    " ",
    "x".repeat(5000),
    1e300,
    -1,
    { toString: 1 },
    [{ toString: 1 }],
    "2026-99-99",
    "\ud800",
  ),
);

/** Expects that damaged records are read without failing, that each one is counted, and that all events are valid. */
export async function spoiledLinesAreRead(host: Host): Promise<void> {
  const deps = await depsOf(host);
  const lines = await linesOf(deps, host);
  const anyLine = fc.tuple(fc.nat(lines.length - 1), anyPlace, anyOther);
  const property = fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 12 }), async (picked) => {
    const spoilt = picked.map(([i, places, other]) =>
      JSON.stringify(spoiled(JSON.parse(lines[i] ?? "{}"), places, other)),
    );
    const records = await recordsOf(host, sourceOf([lines[0] ?? "", ...spoilt]));
    expect(records.length).toBeGreaterThanOrEqual(spoilt.length + 1);
    const said = new Map<string, number>();
    for (const record of records) if (record.is === "event") draftOf(deps, said, record.line);
  });
  await holds(property, 400);
}

async function linesOf(deps: Deps, host: Host): Promise<string[]> {
  const lines: string[] = [];
  for (const scenario of scenariosOf(host)) {
    for (const path of await historiesIn(deps, host, folderOf(host, scenario))) {
      lines.push(
        ...readFileSync(path, "utf8")
          .split("\n")
          .filter((line) => line !== "" && line.length <= LINE_MAX),
      );
    }
  }
  return lines;
}

/** Expects that damaged hook calls do not fail, and that all their events are valid. */
export async function spoiledCallsAreTaken(host: Host): Promise<void> {
  const deps = await depsOf(host);
  const calls = scenariosOf(host).flatMap((scenario) => callsOf(folderOf(host, scenario), host.caller));
  const property = fc.property(fc.nat(calls.length - 1), anyPlace, anyOther, (i, places, other) => {
    const { event = "", input = {} } = calls[i] ?? {};
    const given = spoiled(input, places, other);
    const lines =
      typeof given === "object" && given !== null ? host.hook.capture(event, { ...given }).lines : [];
    for (const line of lines) draftOf(deps, new Map(), line);
  });
  await holds(property, 400);
}

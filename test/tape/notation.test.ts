import { expect, test } from "vitest";
import { canonical } from "../../src/core/tape/canonical.ts";
import type { Draft } from "../../src/core/tape/event.ts";
import { fixedClock, parseTape, sequentialIds, TEST_START } from "../../src/testing/index.ts";

const DAY_MS = 86_400_000;

/** One line that describes an event. */
function gist({ at, type, session, subject, writer, payload }: Draft): string {
  const item = payload.item as { status: string; text: string; removed?: true } | undefined;
  const what = item ? `${item.removed ? "removed" : item.status} "${item.text}"` : canonical(payload);
  return `${(at - TEST_START) / DAY_MS} ${writer.agent} ${type} ${subject ?? session} ${what}`;
}

test("a tape can be written in the notation", () => {
  const { drafts, names } = parseTape(`
    # Two decisions, the second in place of the first.
    1d  decision #auth  Use JWT for the session        = jwt
    2d  decision #auth  Use opaque cookies for session = cookies
    2d  jwt > cookies
    3d  @codex session s1 started
    3d  @codex turn s1 user  How do we keep a session?
    4d  session s1 ended  the user left
    5d  plan {"key": "ship", "priority": "high"}  Ship it
    5d  cookies ~ {"confidence": 0.5}  Use cookies
    6d  cookies undone
    6d  cookies redone
    7d  cookies removed`);
  expect(Object.fromEntries(names)).toEqual({ jwt: "dec_jwt", cookies: "dec_cookies", pln_0001: "pln_0001" });
  expect(drafts.map(gist)).toEqual([
    '1 tester item.created dec_jwt active "Use JWT for the session"',
    '2 tester item.created dec_cookies active "Use opaque cookies for session"',
    '2 tester item.transitioned dec_jwt superseded "Use JWT for the session"',
    "3 codex session.started s1 {}",
    '3 codex turn.recorded s1 {"role":"user","text":"How do we keep a session?"}',
    '4 tester session.ended s1 {"reason":"the user left"}',
    '5 tester item.created pln_0001 todo "Ship it"',
    '5 tester item.updated dec_cookies active "Use cookies"',
    '6 tester item.undone dec_cookies active "Use opaque cookies for session"',
    '6 tester item.undone dec_cookies active "Use cookies"',
    '7 tester item.removed dec_cookies removed "Use cookies"',
  ]);
  expect(drafts.map((draft) => draft.id)).toEqual(
    drafts.map((_, n) => `evt_${String(n + 1).padStart(4, "0")}`),
  );
});

const UNREADABLE: readonly (readonly [line: string, problem: string])[] = [
  ["someday  fact  x", '"someday" is not a time'],
  ["1d  rumour  x", '"rumour" is neither a kind'],
  ["1d  jwt > resolved", '"jwt" is neither a kind'],
  ["1d  fact", '"text" must not be empty'],
  ['1d  fact {"confidence": 2}  x', '"confidence" must be a number'],
  ['1d  fact {"confidence"  x', "the { is never closed"],
  ["1d  fact {confidence: 1}  x", "this is not JSON"],
  ["1d  known > elsewhere", 'cannot become "elsewhere"'],
  ["1d  known redone", 'nothing on "known" that can be redone'],
  ["1d  known shines", "after the name of an item comes"],
  ["1d  fact  x = known", 'an item named "known" already'],
  ["1d  fact  x = turn", '"turn" is a word of the notation'],
  ["1d  turn s1", "a turn has a session and a role"],
  ["1d  session s1 slept", 'after a session comes "started" or "ended"'],
  ["1d  event session.ended", "an event has a type and an object"],
];

for (const [line, problem] of UNREADABLE) {
  test(`the line "${line}" is refused with its number and its text`, () => {
    const text = `1d  fact  something  = known\n\n${line}`;
    expect(() => parseTape(text)).toThrow(problem);
    expect(() => parseTape(text)).toThrow(`Line 3: `);
    expect(() => parseTape(text)).toThrow(`"${line}"`);
  });
}

test("the fake clock and ids change only when the test says so", () => {
  const clock = fixedClock();
  const ids = sequentialIds();
  clock.advance(-5);
  expect([clock.now(), clock.now(), ids.next("evt"), ids.next("dec"), ids.next("evt")]).toEqual([
    TEST_START - 5,
    TEST_START - 5,
    "evt_0001",
    "dec_0001",
    "evt_0002",
  ]);
});

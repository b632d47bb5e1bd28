import fc from "fast-check";
import { expect, test } from "vitest";
import { readQuestion } from "../../src/core/recall/query/question.ts";
import { PARTS, rank, type ScorePart } from "../../src/core/recall/score/score.ts";
import { passagesFor, ranked, type Said, WEIGHTS } from "../support/passages.ts";
import { holds } from "../support/property.ts";

const firstOf = (question: string, texts: readonly Said[]): number =>
  Number(ranked(question, texts)[0]?.key.slice("turn@".length)) - 1;

const WORDS = ["retry", "budget", "queue", "worker", "always", "2023", "what", "you", "the"];

const said: fc.Arbitrary<Said> = fc.record(
  {
    text: fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(" ")),
    session: fc.constantFrom("a", "b"),
    role: fc.constantFrom("user", "assistant"),
    speaker: fc.constantFrom("Worker", "Ann"),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    at: fc.integer({ min: Date.UTC(2022, 0), max: Date.UTC(2024, 0) }),
  },
  { requiredKeys: ["text"] },
);

test("for any question, the parts sum to the score, and the same input gives the same order", () =>
  holds(
    fc.property(
      fc.array(fc.constantFrom(...WORDS, "when", "in May 2023"), { minLength: 1, maxLength: 6 }),
      fc.array(said, { minLength: 40, maxLength: 60 }),
      (asked, texts) => {
        const question = asked.join(" ");
        const first = ranked(question, texts);
        for (const { parts, score } of first)
          expect(PARTS.reduce((sum, part) => sum + parts[part], 0)).toBe(score);
        expect(first.every(({ score }, i) => i === 0 || score <= (first[i - 1]?.score ?? 0))).toBe(true);
        const reversed = rank(readQuestion(question), passagesFor(texts).reverse(), {
          corpus: { passages: texts.length, words: 1, holders: new Map() },
          weights: WEIGHTS,
        });
        expect(new Set(reversed.map(({ key }) => key))).toEqual(new Set(first.map(({ key }) => key)));
        expect(ranked(question, texts)).toEqual(first);
      },
    ),
    200,
  ));

test("among equal passages the newest comes first", () => {
  const same = { text: "the retry budget is three", at: 0 };
  const keys = ranked("retry budget", [same, { text: "lunch" }, same, same]).map(({ key }) => key);
  expect(new Set(keys)).toEqual(new Set(["turn@1", "turn@3", "turn@4"]));
  const others = ["alpha beta retry", "gamma delta retry", "omega sigma retry"].map((text) => ({ text }));
  expect(ranked("retry", others).map(({ key }) => key)).toEqual(["turn@3", "turn@2", "turn@1"]);
});

test("a passage that shares only stop words with the question is not a hit", () => {
  expect(ranked("what is the retry budget?", [{ text: "what is the time?" }, { text: "lunch" }])).toEqual([]);
});

test("the newest of several equal statements comes first; age alone changes nothing", () => {
  const facts = [
    { text: "The retry budget of the importer is three." },
    { text: "The colour of the logo is teal." },
    { text: "The retry budget of the importer is five." },
  ];
  expect(firstOf("What is the retry budget of the importer?", facts)).toBe(2);
  const [old] = ranked("Which colour has the logo?", facts);
  expect(old?.parts.recency).toBeGreaterThan(0);
  expect(firstOf("Which colour has the logo?", facts)).toBe(1);
});

test("an assistant that repeats a statement does not replace it", () => {
  const turns = [
    { text: "Our staging database runs on port 6543", session: "s" },
    { text: "Your staging database runs on port 6543, noted", role: "assistant", session: "s" },
  ];
  expect(firstOf("Which port does our staging database run on?", turns)).toBe(0);
});

test("the answer to a question is scored by the words of that question", () => {
  const talk = [
    { text: "How long have you been painting?", speaker: "Ann", session: "s" },
    { text: "Seven years now, it is good for me", speaker: "Ben", session: "s" },
    { text: "The years are long", speaker: "Ben", session: "t" },
  ];
  const hits = ranked("How many years has Ben been painting?", talk);
  const parts = hits.find(({ key }) => key === "turn@2")?.parts;
  expect(parts?.context).toBeGreaterThan(0);
  expect(hits.findIndex(({ key }) => key === "turn@2")).toBeLessThan(
    hits.findIndex(({ key }) => key === "turn@3"),
  );
  // If the earlier turn states the same words instead of asking, it is scored like any neighbour.
  const stated = talk.map((turn, i) =>
    i === 0 ? { ...turn, text: "How long you have been painting." } : turn,
  );
  const beside = ranked("How many years has Ben been painting?", stated).find(({ key }) => key === "turn@2");
  expect(parts?.context).toBeGreaterThan((beside?.parts.context ?? 0) * 1.2);
});

test("a named speaker, a named time and a named file each count", () => {
  const same = "went hiking with the dog";
  expect(
    firstOf("Where did Ben go hiking?", [
      { text: same, speaker: "Ann" },
      { text: same, speaker: "Ben" },
    ]),
  ).toBe(1);
  const [may, june] = [Date.UTC(2023, 4, 9), Date.UTC(2023, 5, 25)];
  expect(
    firstOf("Who went hiking in May 2023?", [
      { text: `we ${same}`, at: may },
      { text: `I ${same}`, at: june },
    ]),
  ).toBe(0);
  const files = [
    { text: "the parser drops colons when a map ends a list", paths: ["src/parser.ts"] },
    { text: "a comma that the parser drops breaks every table", paths: ["src/lexer.ts"] },
  ];
  expect(firstOf("why does the parser drop it?", files)).not.toBe(
    firstOf("parser.ts: what does it drop?", files),
  );
});

test("a question for a number, a time or a duration prefers passages that contain one", () => {
  const trip = "the trip to the coast was lovely and warm";
  const wordsAlone = { lexical: 1, recency: 0, confidence: 0 };
  const holding = (question: string, text: string): void => {
    const [first] = ranked(question, [{ text: `${trip} for us` }, { text: `${trip} ${text}` }], wordsAlone);
    expect(first?.key).toBe("turn@2");
  };
  holding("how many went on the trip to the coast?", "40 went");
  holding("when was the trip to the coast?", "last week");
  holding("how long was the trip to the coast?", "three days");
});

test("a question for advice prefers a turn that says what to do always", () => {
  const turns = [
    { text: "Always format code in the readme with two spaces, whatever the linter says about it" },
    { text: "Once more somebody wanted to format code in the readme by hand, and it took an hour" },
  ];
  expect(ranked("Who wanted to format code in the readme?", turns)[1]?.parts.answer).toBe(0);
  expect(firstOf("Who wanted to format code in the readme?", turns)).toBe(1);
  expect(firstOf("How should I format code in the readme?", turns)).toBe(0);
});

test("a person's words count more than an assistant's, and high confidence more than low", () => {
  const text = "the importer retries five times";
  const roles = [
    { text, role: "assistant", at: 2 },
    { text, role: "user", at: 1 },
  ];
  expect(firstOf("how often does the importer retry?", roles)).toBe(1);
  const units = [
    { text: "the importer retries at night or when it rains", kind: "fact", confidence: 0.3 },
    { text: "the importer retries at dawn or when it snows", kind: "fact", confidence: 0.9 },
  ];
  expect(firstOf("how often does the importer retry?", units)).toBe(1);
  const sure = units.map((unit) => ({ ...unit, confidence: 0.9 }));
  const [first, second] = ranked("how often does the importer retry?", sure);
  expect(first?.parts.confidence).toBeCloseTo(second?.parts.confidence ?? 0, 1);
});

test("ratings are added unchanged, and disuse takes a share of the score", () => {
  const passages = passagesFor([{ text: "retry budget" }]);
  const given = { corpus: { passages: 1, words: 2, holders: new Map([["retri", 1]]) }, weights: WEIGHTS };
  const question = readQuestion("retry budget");
  const [plain] = rank(question, passages, given);
  const beside = new Map([["turn@1", { staleness: -0.08, ratings: 0.05 }]]);
  const [stale] = rank(question, passages, { ...given, beside });
  expect(stale?.parts.ratings).toBe(0.05);
  const { staleness = 0 } = stale?.parts ?? {};
  expect(staleness).toBeLessThan(-0.08 * (plain?.parts.words ?? 0));
  expect(stale?.score).toBeCloseTo((plain?.score ?? 0) + staleness + 0.05);
});

test("another form of a speaker's name does not name the speaker", () => {
  const turns = [{ text: "the retry budget is three", speaker: "session" }];
  const shareOf = (question: string): number => {
    const [hit] = ranked(question, turns);
    return (hit?.parts.speaker ?? 0) / (hit?.parts.words ?? 1);
  };
  expect(shareOf("retry budget across sessions")).toBeLessThan(shareOf("retry budget of session"));
  const chinese = [
    { text: "预算是三百", speaker: "王伟" },
    { text: "预算是五百", speaker: "李娜" },
  ];
  expect(firstOf("李娜的预算是多少", chinese)).toBe(1);
});

test("turns of one session are neighbours even if turns of another lie between them", () => {
  const question = { text: "How large is the retry budget of the importer?", speaker: "Ann", session: "a" };
  const reply = { text: "Five, the importer needs no more", speaker: "Bob", session: "a" };
  const other = { text: "lunch", speaker: "Eve", session: "b" };
  const contextOf = (turns: readonly Said[]): number =>
    ranked("retry budget of the importer", turns).find(({ passage }) => passage.speaker === "Bob")?.parts
      .context ?? 0;
  expect(contextOf([question, other, reply])).toBeGreaterThan(0.1);
  expect(contextOf([question, other, reply])).toBeCloseTo(contextOf([question, reply, other]));
  expect(contextOf([question, other, other, other, reply])).toBeLessThan(contextOf([question, reply]));
});

test.each<[ScorePart, string, Said, Said]>([
  [
    "phrase",
    'who planted the "kelp forest"?',
    { text: "the kelp forest was planted by Ada" },
    { text: "the forest was planted with kelp by Ada" },
  ],
  [
    "proximity",
    "database migration",
    { text: "the database migration of March failed again for us here in Rome" },
    { text: "the database of March failed again for us here in Rome at migration" },
  ],
  [
    "topic",
    "payments by card",
    { text: "a card is asked for last", topic: ["payment"] },
    { text: "a card is asked for last" },
  ],
  [
    "session",
    "kelp harvest",
    { text: "the kelp harvest is in May", session: "one" },
    { text: "the kelp harvest is in May", session: "two" },
  ],
])("the part %s ranks a passage that has it above an otherwise equal one", (part, asked, has, lacks) => {
  const others = [{ text: "a harvest of kelp wants a boat", session: "one" }, { text: "nothing of it" }];
  const hits = ranked(asked, [lacks, has, ...(part === "session" ? others : others.slice(1))]);
  const [lifted, twin] = ["turn@2", "turn@1"].map((key) => hits.find((hit) => hit.key === key)?.parts);
  expect(lifted?.[part]).toBeGreaterThan(twin?.[part] ?? 0);
  expect(hits[0]?.key).toBe("turn@2");
});

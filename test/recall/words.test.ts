import { expect, test } from "vitest";
import { passagesOf } from "../../src/core/recall/index/passages.ts";
import { wordsOf } from "../../src/core/recall/index/words.ts";
import { readQuestion } from "../../src/core/recall/query/question.ts";
import { timesIn } from "../../src/core/recall/query/times.ts";
import { ranked } from "../support/passages.ts";

test.each([
  ["she went to buy a bike", "who has gone and bought bicycles?", ["go", "bui", "bicycl"]],
  ["three children and two mice", "3 kids, 2 mouse", ["3", "child", "2", "mous"]],
  [
    "the db config of k8s in the repo",
    "database configuration, Kubernetes, repositories",
    ["databas", "configur"],
  ],
  ["Maria's dog won't bark", "Maria dog wont", ["maria", "dog", "wont"]],
  ["las señales van por código", "conecta las senales por codigo", ["senal", "codigo"]],
  ["커밋 메시지는 한국어로", "작업한 거 커밋해줘", ["커밋"]],
  ["サーバーの設定", "サーバーが落ちる", ["サー", "ーバ", "バー"]],
])("%s shares words with %s", (one, other, shared) => {
  const words = new Set(wordsOf(one));
  expect(wordsOf(other).filter((word) => words.has(word))).toEqual(expect.arrayContaining(shared));
});

test.each([
  ["why does the parser keep a comment with no text", ["parser", "comment", "no", "text"]],
  ["comment marche le cache", ["march", "cach"]],
  ["which endpoints are called without the y coordinate", ["endpoint", "y", "coordin"]],
  ["qué endpoints no necesitan el token y por qué", ["endpoint", "necesitan", "token"]],
  ["wie lange ist die Sitzung im Cache", ["lang", "sitzung", "cach"]],
])("words of asking are recognised in the question's language: %s", (asked, subject) => {
  expect(readQuestion(asked).terms).toEqual(expect.arrayContaining(subject));
  expect(readQuestion(asked).terms).not.toContain(asked.startsWith("comment") ? "comment" : "el");
});

const NOTES = [
  { text: "Die Sitzung läuft nach dreißig Minuten ab, danach fragt der Dienst neu." },
  { text: "会话令牌保存在内存中，不写入磁盘。" },
  { text: "データベースの移行は夜間に実行する。" },
  { text: "نحفظ كلمات المرور مشفرة في قاعدة البيانات" },
  { text: "Миграция базы данных запускается ночью" },
  { text: "parseQuantity in src/units/parse_quantity.ts rounds half up" },
  { text: "We deploy on Friday afternoons and nobody likes it." },
];

test.each([
  ["Chinese", "令牌保存在哪里？", 1],
  ["Japanese", "データベースの移行はいつ？", 2],
  ["Arabic", "أين كلمات المرور؟", 3],
  ["Cyrillic", "когда миграция базы?", 4],
  ["German", "Wann läuft die Sitzung ab?", 0],
  ["an identifier in its parts", "how does parse quantity round?", 5],
  ["an identifier as it is written", "what does parseQuantity do?", 5],
  ["a mix of both", "parse_quantity はどう丸める?", 5],
])("a question in %s finds the matching text", (_, question, note) => {
  expect(ranked(question, NOTES)[0]?.key).toBe(`turn@${note + 1}`);
});

test("purely grammatical character pairs of Japanese, Chinese and Korean are no search terms", () => {
  expect(readQuestion("余白はどうしますか").terms).toEqual(["余白", "白は"]);
  expect(readQuestion("我们的余白").terms).toEqual(["我们", "余白"]);
  expect(readQuestion("データのコード").terms).not.toContain("ー");
  expect(readQuestion("커밋해줘").terms).toEqual(["커밋", "밋해"]);
});

test("words of asking count little, and are search terms only in a question without other words", () => {
  const { terms, weights } = readQuestion("Can you remind me what I mentioned about the retry budget?");
  expect(terms).toEqual(["retri", "budget"]);
  expect(weights.get("mention")).toBeLessThan(weights.get("budget") ?? 0);
  expect(weights.get("the")).toBeLessThan(weights.get("mention") ?? 0);
  expect(readQuestion("what did I mention?").terms).toEqual(["mention"]);
  expect(readQuestion("what is it?").terms).toEqual(wordsOf("what is it"));
});

test("the first line of a long question counts most, and the text of a form is no part of it", () => {
  const { weights } = readQuestion(
    "Crash in migrations\n<!-- describe your problem -->\nIt fails on rename.",
  );
  expect(weights.get("migrat")).toBe(2 * (weights.get("renam") ?? 0));
  expect(weights.has("problem")).toBe(false);
});

test("dates and times in a question are read in several forms", () => {
  expect(timesIn("What happened on 7 July, 2023 and on August 3rd 2024?")).toEqual([
    { month: 6, day: 7, year: 2023 },
    { month: 7, day: 3, year: 2024 },
  ]);
  expect(timesIn("the release of 2024-02-09, in March 2024, and what we did in May")).toEqual([
    { month: 1, day: 9, year: 2024 },
    { month: 2, year: 2024 },
    { month: 4 },
  ]);
  expect(timesIn("may we march on?")).toEqual([]);
});

test("a text is cut into passages between sentences, and no text is lost", () => {
  const sentence = "This is one sentence of exactly eight words. ";
  const text = sentence.repeat(40);
  const passages = passagesOf(text);
  expect(passages.join("")).toBe(text);
  expect(passages.length).toBe(3);
  expect(passages.every((passage) => passage.trim().endsWith("."))).toBe(true);
});

test("a short text is one passage, a short end joins the passage before it, and a table is cut too", () => {
  expect(passagesOf("")).toEqual([""]);
  expect(passagesOf("one. two. three.")).toEqual(["one. two. three."]);
  const ended = `${"word ".repeat(119)}end. ${"more ".repeat(119)}end. bye.`;
  expect(passagesOf(ended).length).toBe(2);
  const cells = "cell ".repeat(1000);
  expect(passagesOf(cells).join("")).toBe(cells);
  expect(passagesOf(cells).length).toBeGreaterThan(5);
});

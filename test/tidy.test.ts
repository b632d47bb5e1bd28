import { describe, expect, test } from "vitest";
import { filesUnder, parsed, textOf } from "./sources.ts";
import { complaintsAbout, spaced } from "./tidy/code-rules.ts";
import { strayFileAccess } from "./tidy/file-access.ts";
import {
  emptyNames,
  foldersWithoutHeading,
  gapsInDecisions,
  holesInLock,
  lockedAddresses,
  machineTraces,
  missingProofs,
  neverWords,
  putOff,
  unsealedInLock,
} from "./tidy/paper-rules.ts";

const all = filesUnder();
const code = all.filter((path) => /^(src|test|bench|scripts)\/.*\.(tsx?|mjs)$/.test(path));
/** Files that people read and write. Recorded data and dialogues may contain anything. */
const written = all.filter(
  (path) =>
    /\.(tsx?|css|html|mjs|cjs|json|md|yaml|yml|txt)$|^\.ci\/|^\.npmrc$|^LICENSE$/.test(path) &&
    !/^bench\/corpus\/(?:.*\.txt$|told\/)|^bench\/results\/extract\./.test(path),
);
const never = neverWords();

describe("the code", () => {
  test("keeps to the rules about sizes, forms and words", () => {
    const sources = code.filter((path) => /\.tsx?$/.test(path));
    expect(sources.flatMap((path) => complaintsAbout(parsed(path), never))).toEqual([]);
  });

  test("opens our files in one folder only", () => {
    expect(strayFileAccess()).toEqual([]);
  });

  test("has no file or folder with a meaningless name", () => {
    expect(emptyNames(code)).toEqual([]);
  });

  test("has no file name with a word that the vocabulary rules out", () => {
    const isRuledOut = (path: string) => never.some((word) => spaced(path).includes(spaced(word)));
    expect(code.filter(isRuledOut)).toEqual([]);
  });
});

describe("the documents", () => {
  test("have no marks for unfinished work", () => expect(putOff(written)).toEqual([]));
  test("name no path of this machine and no registry", () => expect(machineTraces(written)).toEqual([]));
  test("have a heading for every folder under src", () => expect(foldersWithoutHeading()).toEqual([]));
  test("name only tests and benches that exist", () => expect(missingProofs()).toEqual([]));
  test("number the decision records without a gap", () => expect(gapsInDecisions()).toEqual([]));
  test("lock versions without registry addresses", () => expect(lockedAddresses()).toEqual([]));
  test("lock the native builds for every platform", () => expect(holesInLock()).toEqual([]));
  test("lock the checksum of every package that users or CI install", () =>
    expect(unsealedInLock()).toEqual([]));
  test("keep AGENTS.md within its length limit", () => {
    expect(textOf("AGENTS.md").split("\n").length).toBeLessThan(100);
  });
});

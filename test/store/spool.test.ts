import * as fs from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { FileCalls } from "../../src/adapters/disk/file-calls.ts";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { lineOf as sealedLine } from "../../src/adapters/spool/line.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import type { Draft } from "../../src/core/tape/event.ts";
import type { Spool } from "../../src/ports/spool.ts";
import { assertChain, readAll, turn, turns } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { TEST_SEAL } from "../support/seal.ts";
import { newPlace, type Place, spoolName } from "../support/stores.ts";

const places: Place[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

function newSpoolPlace(): Place {
  const place = newPlace();
  places.push(place);
  return place;
}

const lineOf = (draft: Draft): string => sealedLine(draft, TEST_SEAL);

const HOUR_MS = 3_600_000;
const later = (): number => Date.now() + HOUR_MS;

const spoolIn = (place: Place, calls?: FileCalls, name = spoolName()): Spool =>
  openSpool({ folder: ownedFolder(place.spool, calls), name, now: Date.now, seal: TEST_SEAL });

const filesIn = (place: Place): string[] => fs.readdirSync(place.spool).sort();

/** Reads the tape with a new handle, which drains the spool first; by default long after all writers stopped. */
async function drained(place: Place, now: () => number = later): Promise<string[]> {
  const store = await place.open({ now });
  const ids = (await readAll(store)).map((event) => event.id);
  await assertChain(store);
  await store.close();
  return ids;
}

const rejectedIn = async (place: Place): Promise<number> => {
  const store = await place.open();
  const { rejected } = await store.upkeep.intake();
  await store.close();
  return rejected;
};

const REAL: FileCalls = fs;

/** File calls before which something else happens, as if another process acted at that moment. */
function calling(name: keyof FileCalls, before: (count: number, path: unknown) => void): FileCalls {
  let count = 0;
  const call = REAL[name] as (...values: unknown[]) => unknown;
  const wrapped = (...values: unknown[]) => {
    // The code checks folders before every call; only checks of files count here.
    const isFolder = name === "lstatSync" && !String(values[0]).includes(".jsonl");
    if (!isFolder) {
      count += 1;
      before(count, values[0]);
    }
    return call(...values);
  };
  return { ...fs, [name]: wrapped };
}

/** Lets another process drain every file, like a drain whose clock says that the files are old. */
function takeAll(place: Place): Draft[] {
  const other = openSpool({
    folder: ownedFolder(place.spool),
    name: spoolName(),
    now: later,
    seal: TEST_SEAL,
  });
  const batch = other.read(() => 0);
  other.settle(batch);
  return [...batch.drafts];
}

describe("a writer whose file another process drains", () => {
  test("continues in a new one, and the events in the old one were drained", async () => {
    const place = newSpoolPlace();
    const spool = spoolIn(place);
    spool.write(turns("a"));
    expect(takeAll(place).map(({ id }) => id)).toEqual(["a"]);
    expect(filesIn(place)).toEqual([]);
    spool.write(turns("b"));
    expect(await drained(place)).toEqual(["b"]);
  });

  /** The calls before which a drain can take a writer's file. */
  const MOMENTS: readonly (keyof FileCalls)[] = ["writeSync", "fsyncSync", "lstatSync"];

  for (const moment of MOMENTS) {
    for (const times of [1, 3]) {
      test(`before its ${moment}, ${times} times in a row, loses no acknowledged event`, async () => {
        const place = newSpoolPlace();
        const taken: string[] = [];
        let left = times;
        const calls = calling(moment, () => {
          if (left-- > 0) taken.push(...takeAll(place).map(({ id }) => id));
        });
        spoolIn(place, calls).write(turns("a", "b"));
        const ids = [...taken, ...(await drained(place))];
        expect([...new Set(ids)].sort()).toEqual(["a", "b"]);
      });
    }
  }

  test("again and again gets an error that says so", () => {
    const place = newSpoolPlace();
    const calls = calling("lstatSync", () => void takeAll(place));
    expect(() => spoolIn(place, calls).write(turns("a"))).toThrow(/deleted as soon as they are written/);
  });
});

scenario("store.spool-once", async () => {
  const place = newSpoolPlace();
  const writers = [spoolIn(place), spoolIn(place)];
  for (let n = 0; n < 10; n++) writers[n % 2]?.write(turns(`e${n}`));
  // A drain that died after its commit leaves the files that it had read; one that died before its commit leaves the
  // others.
  const dead = await place.open();
  await dead.tape.append(turns("e0", "e1", "e2"));
  const copies = filesIn(place).map((name) => [name, fs.readFileSync(join(place.spool, name))] as const);
  await drained(place);
  for (const [name, bytes] of copies) fs.writeFileSync(join(place.spool, name), bytes);
  fs.renameSync(join(place.spool, copies[0]?.[0] ?? ""), join(place.spool, `${copies[0]?.[0]}.retired`));
  const ids = await drained(place);
  expect([...ids].sort()).toEqual(Array.from({ length: 10 }, (_, n) => `e${n}`));
  await dead.close();
});

describe("a drain", () => {
  test("reads each line of a file once while the writer appends to it", async () => {
    const place = newSpoolPlace();
    const spool = spoolIn(place);
    for (const id of ["a", "b", "c"]) {
      spool.write(turns(id));
      expect((await drained(place, Date.now)).at(-1)).toBe(id);
    }
    expect(filesIn(place)).toHaveLength(1);
  });

  test("reads files in the order of their names, and a process's tenth file after its second", async () => {
    const place = newSpoolPlace();
    const spool = spoolIn(place);
    const written: string[] = [];
    for (let n = 0; n < 12; n++) {
      // A writer whose file was renamed begins the next one; this is how a process gets many files.
      const file = filesIn(place).find((name) => name.endsWith(".open.jsonl"));
      if (file) fs.renameSync(join(place.spool, file), join(place.spool, file.replace(".open", "")));
      spool.write(turns(`e${n}`));
      written.push(`e${n}`);
    }
    const ids = await drained(place);
    expect([...new Set(ids)]).toEqual(written);
  });

  test("handles a listed file that its writer then renamed, or that another drain removed", async () => {
    for (const moment of ["lstatSync", "openSync", "renameSync"] as const) {
      const place = newSpoolPlace();
      spoolIn(place).write(turns("a"));
      spoolIn(place).write(turns("b"));
      const [first = "", second = ""] = filesIn(place).map((name) => join(place.spool, name));
      const calls = calling(moment, (count) => {
        if (count > 1 || !fs.existsSync(first)) return;
        fs.renameSync(first, first.replace(".open", ""));
        fs.renameSync(second, `${second}.retired`);
      });
      const store = await place.open({ calls, now: later });
      expect((await readAll(store)).map((event) => event.id)).toEqual(["a", "b"]);
      await store.close();
    }
  });

  test("leaves no file behind after its writers are closed", async () => {
    const place = newSpoolPlace();
    const store = await place.open();
    await store.tape.enqueue(turns("a"));
    await store.tape.enqueue(turns("b"));
    await store.close();
    expect(await drained(place, Date.now)).toEqual(["a", "b"]);
    expect(filesIn(place)).toEqual([]);
  });

  test("finishes a file to which nobody has appended for long, and not a file in use", async () => {
    const place = newSpoolPlace();
    spoolIn(place).write(turns("a"));
    await drained(place, Date.now);
    expect(filesIn(place)).toHaveLength(1);
    await drained(place, later);
    expect(filesIn(place)).toEqual([]);
  });

  test("drains more than one batch completely and in order before the reader continues", async () => {
    const place = newSpoolPlace();
    const text = "wide 漢字 ".repeat(90_000);
    const drafts = Array.from({ length: 30 }, (_, n) => turn(`e${n}`, { payload: { role: "user", text } }));
    spoolIn(place).write(drafts);
    const store = await place.open();
    await store.tape.append(turns("after"));
    expect((await store.tape.end()).position).toBe(31);
    expect((await readAll(store, 5)).map((event) => event.id)).toEqual([
      ...drafts.map(({ id }) => id),
      "after",
    ]);
    await store.close();
  });

  test("reads to the end of a file even if each read returns fewer bytes than requested", async () => {
    const place = newSpoolPlace();
    spoolIn(place).write(turns("a", "b", "c"));
    const stingy = (fd: number, bytes: Buffer, offset: number, length: number, position: number) =>
      fs.readSync(fd, bytes, offset, Math.min(length, 7), position);
    const store = await place.open({ calls: { ...fs, readSync: stingy as typeof fs.readSync }, now: later });
    expect((await readAll(store)).map((event) => event.id)).toEqual(["a", "b", "c"]);
    expect(await store.upkeep.intake()).toMatchObject({ rejected: 0 });
    await store.close();
  });
});

test("a writer begins a new file when the old one is long, and the old one is removed", async () => {
  const place = newSpoolPlace();
  const spool = spoolIn(place);
  const text = "x".repeat(1_500_000);
  for (const id of ["a", "b", "c"]) spool.write([turn(id, { payload: { role: "user", text } })]);
  expect(filesIn(place).map((name) => name.replace(/^.*-/, ""))).toEqual([`000000.${TEST_SEAL.tag}.jsonl`]);
  spool.write(turns("d"));
  expect(await drained(place, Date.now)).toEqual(["a", "b", "c", "d"]);
  expect(filesIn(place).map((name) => name.replace(/^.*-/, ""))).toEqual([
    `000001.${TEST_SEAL.tag}.open.jsonl`,
  ]);
});

test("spool files are readable only by their owner", () => {
  const place = newSpoolPlace();
  spoolIn(place).write(turns("a"));
  const [name = ""] = filesIn(place);
  expect(fs.statSync(join(place.spool, name)).mode & 0o777).toBe(0o600);
});

/** Defects of a line, each as a function that makes the damaged bytes. */
const SPOILED: readonly (readonly [what: string, bytes: (line: string) => string | Buffer])[] = [
  ["a torn last line of a dead writer", (line) => line.slice(0, line.length / 2)],
  ["a last line that lacks only its end", (line) => line.slice(0, -1)],
  ["a flipped letter in the words", (line) => line.replace("words", "swrod")],
  ["a flipped byte that is no letter any more", (line) => flipped(line, line.length - 10)],
  ["a flipped byte in the checksum", (line) => `x${line.slice(1)}`],
  ["a line that is no event", () => "hello\n"],
  ["an event without an id", () => lineOf({ ...turn("x"), id: "" })],
  ["a turn without a text", () => lineOf(turn("x", { payload: { role: "user" } }))],
];

function flipped(line: string, at: number): Buffer {
  const bytes = Buffer.from(line);
  bytes[at] = 0xff;
  return bytes;
}

scenario("store.spool-unreadable", async () => {
  for (const [what, spoil] of SPOILED) {
    const place = newSpoolPlace();
    const file = join(place.spool, `00000000-0-000000.${TEST_SEAL.tag}.open.jsonl`);
    fs.writeFileSync(file, lineOf(turn("before")));
    fs.appendFileSync(file, spoil(lineOf(turn("spoiled"))));
    const after = spoolIn(place);
    after.write(turns("after"));
    expect(await drained(place), what).toEqual(["before", "after"]);
    expect(await rejectedIn(place), what).toBe(1);
    expect(filesIn(place), what).toEqual(["rejected.log"]);
    const [kept = "{}"] = fs.readFileSync(join(place.spool, "rejected.log"), "utf8").split("\n");
    expect(JSON.parse(kept), what).toEqual({ why: expect.stringMatching(/\w/), what: expect.any(String) });
  }
});

test("a damaged line does not hide the lines after it", async () => {
  const place = newSpoolPlace();
  const lines = turns("a", "b", "c").map(lineOf);
  fs.writeFileSync(
    join(place.spool, `1-1-000000.${TEST_SEAL.tag}.jsonl`),
    [lines[0], lines[1]?.replace("b", "ß"), lines[2]].join(""),
  );
  expect(await drained(place)).toEqual(["a", "c"]);
  expect(await rejectedIn(place)).toBe(1);
});

test("an event of a newer Tidemark stays in the spool, is refused with a message, and no event is lost", async () => {
  const place = newSpoolPlace();
  const spool = spoolIn(place);
  spool.write(turns("a"));
  spool.write([turn("newer", { version: 9 })]);
  fs.appendFileSync(join(place.spool, `00000000-0-000000.${TEST_SEAL.tag}.jsonl`), "torn");
  const store = await place.open({ now: later });
  for (let tries = 0; tries < 3; tries++) {
    await expect(readAll(store)).rejects.toMatchObject({
      code: "tape.newer",
      fix: expect.stringMatching(/Update/),
    });
    await expect(store.tape.append(turns("b"))).rejects.toMatchObject({ code: "tape.newer" });
  }
  expect(await store.upkeep.intake()).toMatchObject({ rejected: 1 });
  const [kept = ""] = filesIn(place).filter(
    (name) => name.includes("jsonl") && !name.startsWith("00000000-0"),
  );
  expect(fs.readFileSync(join(place.spool, kept), "utf8")).toContain('"version":9');
  await store.close();
});

test("a missing spool folder has no waiting events, and cannot be written to", () => {
  const place = newSpoolPlace();
  fs.rmdirSync(place.spool);
  const spool = spoolIn(place);
  expect(spool.hasWaiting(() => 0)).toBe(false);
  expect(spool.rejectedCount()).toBe(0);
  expect(() => spool.write(turns("a"))).toThrow(/ENOENT/);
});

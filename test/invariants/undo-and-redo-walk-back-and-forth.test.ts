import fc from "fast-check";
import { expect, test } from "vitest";
import type { Item } from "../../src/core/items/item.ts";
import { kindOf } from "../../src/core/items/kinds.ts";
import {
  type Act,
  createItem,
  removeItem,
  transitionItem,
  undoAct,
  updateItem,
} from "../../src/core/items/life.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import { upcastAll } from "../../src/core/tape/read.ts";
import { TEST_START, testWriter } from "../../src/testing/fakes.ts";
import { itemIn } from "../support/item-events.ts";
import { holds } from "../support/property.ts";

type Move =
  | { readonly do: "update"; readonly text: string }
  | { readonly do: "move"; readonly to: number }
  | { readonly do: "remove" | "undo" | "redo" };

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ do: fc.constant("update" as const), text: fc.constantFrom("a", "b", "c") }),
  fc.record({ do: fc.constant("move" as const), to: fc.nat(3) }),
  fc.record({ do: fc.constantFrom("remove", "undo", "undo", "redo") }),
);

/** The item without the time of its last change, which undo does not restore. */
const plain = ({ changed_at, ...item }: Item): unknown => item;

/** The model of undo: a stack of earlier states and a stack of undone states. */
type Model = { past: (Item | undefined)[]; future: Item[] };

function story(kind: "plan" | "fact"): { tape: StoredEvent[]; put: (act: Act) => Item; now: () => number } {
  const tape: StoredEvent[] = [];
  const now = () => TEST_START + tape.length * 1000;
  const put = (act: Act): Item => {
    const position = tape.length + 1;
    const header = { id: `e${position}`, version: 1, at: now(), recordedAt: now(), writer: testWriter };
    tape.push({ ...act, ...header, position, payloadHash: "", hash: "" });
    return act.payload.item;
  };
  put(createItem(kind, { text: "first" }, { id: `${kindOf(kind).prefix}_1`, at: now(), now: now() }));
  return { tape, put, now };
}

function actOf(item: Item, next: Move, now: number): Act | undefined {
  if (item.removed) return undefined;
  if (next.do === "update") return updateItem(item, { text: next.text }, now);
  if (next.do === "remove") return removeItem(item, now);
  const open = kindOf(item.kind).moves[item.status] ?? [];
  const to = next.do === "move" ? open[next.to % open.length] : undefined;
  return to === undefined ? undefined : transitionItem(item, to, { now });
}

test("random acts, undos and redos leave an item in the state that a stack of states predicts", async () => {
  await holds(
    fc.property(
      fc.constantFrom("plan" as const, "fact" as const),
      fc.array(move, { maxLength: 30 }),
      (kind, moves) => {
        const { tape, put, now } = story(kind);
        const model: Model = { past: [undefined, itemIn(tape[0] as StoredEvent)], future: [] };
        for (const next of moves) {
          const item = itemIn(tape.at(-1) as StoredEvent);
          if (next.do === "undo") {
            const act = undoAct(upcastAll(tape), "undo", now());
            expect(act === undefined).toBe(model.past.length === 1);
            if (!act) continue;
            model.future.push(model.past.pop() as Item);
            expect(plain(put(act))).toEqual(plain(model.past.at(-1) ?? { ...item, removed: true }));
          } else if (next.do === "redo") {
            // After a new act there is nothing to redo.
            const back = model.future.pop();
            const act = undoAct(upcastAll(tape), "redo", now());
            expect(act === undefined).toBe(back === undefined);
            if (!back) continue;
            expect(act && plain(put(act))).toEqual(plain(back));
            model.past.push(back);
          } else {
            const act = actOf(item, next, now());
            if (!act) continue;
            model.past.push(put(act));
            model.future = [];
          }
        }
      },
    ),
    500,
  );
});

test("undoing everything ends with an archived item and nothing left to undo", () => {
  const { tape, put, now } = story("plan");
  put(updateItem(itemIn(tape[0] as StoredEvent), { text: "second" }, now()));
  for (let n = 0; n < 2; n++) put(undoAct(upcastAll(tape), "undo", now()) as Act);
  expect(itemIn(tape.at(-1) as StoredEvent)).toMatchObject({ text: "first", removed: true });
  expect(undoAct(upcastAll(tape), "undo", now())).toBeUndefined();
});

test("undo skips a forgotten act", () => {
  const { tape, put, now } = story("fact");
  put(updateItem(itemIn(tape[0] as StoredEvent), { text: "secret" }, now()));
  put(updateItem(itemIn(tape[1] as StoredEvent), { text: "third" }, now()));
  tape[1] = { ...(tape[1] as StoredEvent), payload: null };
  expect(undoAct(upcastAll(tape), "undo", now())?.payload.item.text).toBe("first");
});

import { type Bundle, fillBundle } from "../../core/bundle/bundle.ts";
import { itemLine } from "../../core/bundle/lines.ts";
import { type KindName, kindOf } from "../../core/items/kinds.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { PrivateDeps } from "../runtime/deps.ts";

const TITLE = "Private to the user you work for";
/** Most important first. Traps and lessons concern the project and therefore everybody, so they are not private. */
const KINDS: readonly KindName[] = ["constraint", "preference", "decision", "lesson", "fact", "hypothesis"];
const LINES_MAX = 12;
/** Maximum share of a brief's budget. */
const SHARE = 0.2;

const FRAME = {
  head: "Notes of this user alone, from this machine. Do not put them where other people read them.",
  leftOut: (counts: Bundle["left_out"]) =>
    `Left out for space: ${counts.map(({ count }) => count).join(", ")} private notes.`,
};

/** A person's private statements as a separate text. A brief is recorded on the tape, which others read; this text must not be. */
export async function privateBlock(
  deps: PrivateDeps,
  budget: { readonly tokens: number; readonly characters: number },
): Promise<Bundle | undefined> {
  if (!deps.privateMemory?.exists()) return undefined;
  const { bundle } = await deps.privateMemory.use("reads", async (own) => {
    await catchUp(own, "items");
    const rows = [];
    for (const kind of KINDS) {
      const selection = { kinds: [kind], statuses: kindOf(kind).live, order: "newest", offset: 0 } as const;
      rows.push(...(await own.store.views.select(own.views.items, { ...selection, limit: LINES_MAX })).rows);
    }
    const told = { now: own.clock.now(), isDoubted: false, isShort: true };
    const lines = rows.map((row) => itemLine({ ...row, label: `private:${row.label}` }, told));
    const section = { name: "private", title: TITLE, lines, total: lines.length };
    return fillBundle([{ ...section, cap: { lines: LINES_MAX, share: 1 } }], shareOf(budget), FRAME);
  });
  return bundle.text === "" ? undefined : bundle;
}

const shareOf = ({ tokens, characters }: { readonly tokens: number; readonly characters: number }) => ({
  tokens: Math.floor(tokens * SHARE),
  characters: Math.floor(characters * SHARE),
});

/** Joins both texts into the one that the agent gets. */
export function withPrivateBlock(shared: Bundle, own: Bundle | undefined): Bundle {
  if (own === undefined) return shared;
  return {
    text: `${shared.text}${own.text}`,
    tokens: shared.tokens + own.tokens,
    blocks: [...shared.blocks, ...own.blocks],
    left_out: [...shared.left_out, ...own.left_out],
  };
}

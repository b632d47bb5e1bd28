import type { InitInput } from "../../app/host-setup/init.ts";
import { foundHosts, type HostOutcome, previewHosts } from "../../app/host-setup/wire-hosts.ts";
import type { World } from "../../app/runtime/world.ts";
import type { Keys } from "../../ports/keys.ts";
import { earlierText, outcomeText } from "../verbs/text/init-text.ts";
import type { Paint } from "../verbs/text/paint.ts";

export type SetupTerminal = {
  readonly world: World;
  readonly keys: Keys;
  readonly out: (text: string) => void;
  readonly paint: Paint;
};

/** Shows what setting each host up would change, and gives those that whoever sits there agreed to. */
export async function askHosts(asking: SetupTerminal, input: InitInput): Promise<string | undefined> {
  const { world, out } = asking;
  const waiting = input.hosts ?? (await waitingHosts(world));
  if (waiting === "") return input.hosts;
  const previews = await previewHosts(world, { ...input, hosts: waiting });
  const agreed: string[] = [];
  let isAll = false;
  for (const preview of previews) {
    const isNew = preview.changes.some(({ is }) => is !== "unchanged");
    if (isNew) out(`\n${outcomeText(preview, asking.paint, { withDiff: true })}\n`);
    const answer: SetupAnswer = isAll || !isNew ? "yes" : await answered(asking, preview);
    if (answer === "quit") break;
    isAll ||= answer === "all";
    if (answer !== "no") agreed.push(preview.host);
  }
  out("\n");
  return agreed.join(",");
}

/** Asks once whether earlier sessions of this project are to be taken in, where there are any. */
export async function askImport({ world, keys, out }: SetupTerminal): Promise<boolean> {
  if (world.project.hasMemory) return false;
  const { earlierSessions } = await import("../../app/intake/earlier-sessions.ts");
  const earlier = await earlierSessions(world);
  if (earlier.length === 0) return false;
  out(`Found ${earlierText(earlier)}. Import them? [y]es [n]o `);
  for (;;) {
    const key = await keys.next();
    if (key !== "y" && key !== "n" && key !== "leave") continue;
    out(`${key === "y" ? "yes" : "no"}\n`);
    return key === "y";
  }
}

async function waitingHosts(world: World): Promise<string> {
  const found = await foundHosts(world);
  return found
    .filter(({ is_set_up }) => !is_set_up)
    .map(({ host }) => host)
    .join(",");
}

type SetupAnswer = "yes" | "no" | "all" | "quit";

const ANSWERS: { readonly [key: string]: SetupAnswer } = {
  y: "yes",
  n: "no",
  a: "all",
  q: "quit",
  leave: "quit",
};

async function answered({ keys, out }: SetupTerminal, { name }: HostOutcome): Promise<SetupAnswer> {
  out(`Set up ${name}? [y]es [n]o [a]ll [q]uit `);
  for (;;) {
    const answer = ANSWERS[await keys.next()];
    if (answer === undefined) continue;
    out(`${answer}\n`);
    return answer;
  }
}

import { useState } from "preact/hooks";
import type { Act } from "../acts/act.ts";
import { CopyCommand } from "./copy-command.tsx";

export type OfferedAct = {
  readonly act: Act;
  /** The key that does the same. */
  readonly key?: string;
  readonly tone?: "main" | "bad";
  readonly onAct: () => void;
};

/** Buttons for acts, with their keys and, on demand, their commands. */
export function ActButtons({ acts }: { readonly acts: readonly OfferedAct[] }) {
  const [isOpen, setOpen] = useState(false);
  if (acts.length === 0) return null;
  return (
    <div class="acts">
      <div class="row">
        {acts.map(({ act, key, tone = "", onAct }) => (
          <button key={act.name} type="button" class={`act ${tone}`} title={act.command} onClick={onAct}>
            {act.name}
            {key !== undefined && <kbd>{key}</kbd>}
          </button>
        ))}
        <button
          type="button"
          class="act plain"
          aria-expanded={isOpen}
          title="The same on the command line"
          onClick={() => setOpen(!isOpen)}
        >
          Commands
        </button>
      </div>
      {isOpen && (
        <div class="commands">
          {acts.map(({ act }) => (
            <CopyCommand key={act.command} command={act.command} />
          ))}
        </div>
      )}
    </div>
  );
}

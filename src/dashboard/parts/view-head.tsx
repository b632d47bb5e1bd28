import type { ComponentChildren } from "preact";
import { CopyCommand } from "./copy-command.tsx";

type ViewHeadProps = {
  readonly title: ComponentChildren;
  readonly lead?: ComponentChildren;
  /** The command that shows the same in a terminal; absent where a part of the view has its own. */
  readonly command?: string | undefined;
  readonly children?: ComponentChildren;
};

/** The top of a view: its name, one sentence, and the command that shows the same. */
export function ViewHead({ title, lead, command, children }: ViewHeadProps) {
  return (
    <header class="view-head">
      <div class="head-row">
        <h1>{title}</h1>
        {command !== undefined && <CopyCommand command={command} />}
      </div>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {children}
    </header>
  );
}

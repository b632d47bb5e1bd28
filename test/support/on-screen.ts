import { fittedTerminal } from "../../src/surfaces/cli/terminal.ts";

/** A text as a screen with this many columns shows it. */
export function onScreen(text: string, columns: number): string {
  let shown = "";
  const out = (printed: string): void => {
    shown += printed;
  };
  const terminal = { out, err: out, isOutTty: true, isErrTty: true, columns, env: {} };
  fittedTerminal({ ...terminal, style: (_, each) => each }, { isExact: false }).out(text);
  return shown;
}

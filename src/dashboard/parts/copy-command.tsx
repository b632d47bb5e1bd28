import { useState } from "preact/hooks";
import { shownText } from "./shown-text.ts";

/** Puts text on the clipboard. Where the browser does not allow that, false. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The command that does the same, ready to be copied. */
export function CopyCommand({ command }: { readonly command: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setCopied(await copyText(command));
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" class="command" title="Copy this command" onClick={() => void copy()}>
      <code>{shownText(command)}</code>
      <span class="copied" aria-live="polite">
        {isCopied ? "copied" : "copy"}
      </span>
    </button>
  );
}

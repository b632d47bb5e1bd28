import { useState } from "preact/hooks";
import { shownText } from "./shown-text.ts";

/** Copies text to the clipboard. False if the browser does not allow that. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** An equivalent command with a button that copies it. */
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

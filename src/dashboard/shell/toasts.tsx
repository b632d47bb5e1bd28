import { useEffect, useState } from "preact/hooks";
import { CopyCommand } from "../parts/copy-command.tsx";
import { shownText } from "../parts/shown-text.ts";
import { closeToast, listenToasts, type Toast } from "./toast-list.ts";

export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  useEffect(() => listenToasts(setToasts), []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { id, text, command, fix, tone = "", undo } = toast;
  return (
    <div class={`toast ${tone}`}>
      <p>{shownText(text)}</p>
      {fix !== undefined && <p class="quiet">{shownText(fix)}</p>}
      <div class="row">
        {command !== undefined && <CopyCommand command={command} />}
        {undo !== undefined && (
          <button type="button" class="link" onClick={undo}>
            Undo <kbd>u</kbd>
          </button>
        )}
        <button type="button" class="link" aria-label="Close this message" onClick={() => closeToast(id)}>
          ✕
        </button>
      </div>
    </div>
  );
}

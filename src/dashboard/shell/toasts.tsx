import { CopyCommand } from "../parts/copy-command.tsx";
import { shownText } from "../parts/shown-text.ts";
import { useObserved } from "./observed.ts";
import { closeToast, type Toast, toasts } from "./toast-list.ts";

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {useObserved(toasts).map((toast) => (
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

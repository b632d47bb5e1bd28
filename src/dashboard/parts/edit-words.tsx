import { useEffect, useRef, useState } from "preact/hooks";

type EditProps = { readonly text: string; readonly onDone: (text: string | undefined) => void };

/** A field for the text of a statement. Enter saves, Escape discards the change. */
export function EditWords({ text, onDone }: EditProps) {
  const [words, setWords] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, [text]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") onDone(undefined);
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      onDone(words);
    }
  };
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(words);
      }}
    >
      <label for="edit-words">New text</label>
      <textarea
        id="edit-words"
        ref={field}
        rows={4}
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="row">
        <button type="submit" class="act main" disabled={words.trim() === ""}>
          Save <kbd>Enter</kbd>
        </button>
        <button type="button" class="act" onClick={() => onDone(undefined)}>
          Cancel <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}

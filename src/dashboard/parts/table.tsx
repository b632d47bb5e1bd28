import type { ComponentChildren } from "preact";

type TableProps = {
  /** The names of the columns; those that begin with `#` hold numbers. */
  readonly columns: readonly string[];
  readonly children: ComponentChildren;
};

/** Says how many rows of a long list are shown. */
export const ShownPart = ({ shown, total }: { readonly shown: number; readonly total: number }) =>
  total > shown ? <p class="quiet">{`Showing ${shown} of ${total.toLocaleString()}.`}</p> : null;

/** Rows under column headers. On a phone each row is a card. */
export function Table({ columns, children }: TableProps) {
  return (
    <table class="table">
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" class={name.startsWith("#") ? "right" : ""}>
              {name.replace("#", "")}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

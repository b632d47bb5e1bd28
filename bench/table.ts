/** A table as data, which is printed for people, saved as Markdown and written as JSON. */
export type Table = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
};

/** The table for a terminal, with aligned columns and numbers to the right. */
export function plainTable({ title, columns, rows }: Table): string {
  const cells = [columns.map(String), ...rows.map((row) => row.map(shown))];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  const isNumeric = columns.map((_, i) => rows.every((row) => typeof row[i] === "number"));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => (isNumeric[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  return [title, ...cells.map(line)].join("\n");
}

export function markdownTable({ columns, rows }: Omit<Table, "title">): string {
  const isNumeric = columns.map((_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === "number"));
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = isNumeric.map((numeric) => (numeric ? "---:" : "---"));
  return [columns, rule, ...rows.map((row) => row.map(shown))]
    .map((row) => line(row.map(escaped)))
    .join("\n");
}

/** A number with thousands separators and no more digits than a measurement justifies. */
export function shown(value: string | number): string {
  if (typeof value === "string") return value;
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const [whole = "", fraction] = value.toFixed(digits).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const escaped = (cell: string): string => cell.replaceAll("|", "\\|");

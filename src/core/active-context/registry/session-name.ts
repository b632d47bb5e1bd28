/** The name of a session file: its date and its number on that day. */
export type SessionName = { readonly date: string; readonly number: number };

const NAME = /^session_(\d{4}-\d{2}-\d{2})_(\d{3,})\.md$/;

export function parseSessionFileName(name: string): SessionName | undefined {
  const [, date, digits = ""] = NAME.exec(name) ?? [];
  const number = Number(digits);
  if (date === undefined || number < 1 || Number.isNaN(Date.parse(`${date}T00:00Z`))) return undefined;
  return { date, number };
}

export const sessionFileName = ({ date, number }: SessionName): string =>
  `session_${date}_${String(number).padStart(3, "0")}.md`;

/** The name of the next session file of a day. Other files in the folder are ignored. */
export function nextSessionFileName(existing: readonly string[], date: string): string {
  const numbers = existing
    .map(parseSessionFileName)
    .filter((name) => name?.date === date)
    .map((name) => name?.number ?? 0);
  return sessionFileName({ date, number: Math.max(0, ...numbers) + 1 });
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** "3 h", "12 d": how long ago, in the largest unit that fits. */
export function agoText(at: string, now: number = Date.now()): string {
  const ms = now - Date.parse(at);
  if (Number.isNaN(ms)) return "";
  if (ms < MINUTE) return "just now";
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h ago`;
  if (ms < 60 * DAY) return `${Math.floor(ms / DAY)} days ago`;
  if (ms < 700 * DAY) return `${Math.floor(ms / (30.4 * DAY))} months ago`;
  return `${Math.floor(ms / (365 * DAY))} years ago`;
}

const DATE = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "short", day: "numeric" });
const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

function formatTime(at: string | number, forms: readonly Intl.DateTimeFormat[]): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : forms.map((form) => form.format(date)).join(", ");
}

export const dateText = (at: string | number): string => formatTime(at, [DATE]);
export const dateTimeText = (at: string | number): string => formatTime(at, [DATE, TIME]);

import { DAY, dateText } from "../parts/times.ts";
import { type Column, Columns } from "./columns.tsx";

export type Dated = { readonly at: number; readonly value: number };

type OverTimeProps = {
  readonly dated: readonly Dated[];
  readonly says: string;
  readonly height: number;
  readonly empty: string;
};

/** Values by the time they belong to, up to today. */
export function OverTime({ dated, says, height, empty }: OverTimeProps) {
  const columns = columnsOverTime(dated, Date.now());
  const [first] = columns;
  if (first === undefined) return <p class="quiet">{empty}</p>;
  return <Columns columns={columns} says={says} height={height} ends={[first.title, "today"]} />;
}

const WIDTHS = [1, 7, 30.4, 91.3, 365] as const;
const COLUMNS_MAX = 48;

/** Values summed by day, week, month or year, whichever makes a readable chart; the last column holds `now`. */
function columnsOverTime(dated: readonly Dated[], now: number): Column[] {
  const valid = dated.filter(({ at }) => Number.isFinite(at) && at <= now);
  if (valid.length === 0) return [];
  const first = Math.min(...valid.map(({ at }) => at));
  const days = Math.max(1, (now - first) / DAY);
  const width = (WIDTHS.find((each) => days / each <= COLUMNS_MAX) ?? 365) * DAY;
  const count = Math.max(16, Math.ceil((now - first + 1) / width));
  const sums = new Array<number>(count).fill(0);
  for (const { at, value } of valid) {
    const i = count - 1 - Math.floor((now - at) / width);
    sums[Math.max(0, i)] = (sums[Math.max(0, i)] ?? 0) + value;
  }
  return sums.map((value, i) => ({
    title: dateText(now - (count - 1 - i) * width),
    value: Math.round(value),
  }));
}

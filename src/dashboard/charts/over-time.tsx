import { DAY, dateText } from "../parts/times.ts";
import { type Column, Columns, PLACES_MIN } from "./columns.tsx";

export type Dated = { readonly at: number; readonly value: number };

type OverTimeProps = {
  readonly dated: readonly Dated[];
  readonly says: string;
  readonly height: number;
  readonly empty: string;
};

/** Values by the time they belong to, up to today. */
export function OverTime({ dated, says, height, empty }: OverTimeProps) {
  const now = Date.now();
  const valid = dated.filter(({ at }) => Number.isFinite(at) && at <= now);
  if (valid.length === 0) return <p class="quiet">{empty}</p>;
  const days = (now - Math.min(...valid.map(({ at }) => at))) / DAY;
  const span = SPANS.find((each) => days / each.days <= PLACES_MIN) ?? YEAR;
  const columns = columnsOverTime(valid, span.days * DAY, now);
  const ends = [columns[0]?.title ?? "", "today"] as const;
  return <Columns columns={columns} says={says} height={height} ends={ends} unit={span.unit} />;
}

const YEAR = { days: 365, unit: "in a year" };
const SPANS = [
  { days: 1, unit: "in a day" },
  { days: 7, unit: "in a week" },
  { days: 30.4, unit: "in a month" },
  { days: 91.3, unit: "in a quarter" },
];

/** Values summed by columns of this width; the last column holds `now`. */
function columnsOverTime(valid: readonly Dated[], width: number, now: number): Column[] {
  const first = Math.min(...valid.map(({ at }) => at));
  const count = Math.max(PLACES_MIN, Math.ceil((now - first + 1) / width));
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

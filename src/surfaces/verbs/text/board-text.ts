import type { Board, BoardPlan, CountedList } from "../../../app/plans/board.ts";
import { day, entryTitle, indentText, row } from "./columns.ts";
import { oneLine, type Paint } from "./paint.ts";
import { sessionLine } from "./session-text.ts";
import { countsText, type ShownReport, warningText } from "./stale-text.ts";
import { count } from "./tape-text.ts";

export type ShownBoard = Omit<Board, "stale"> & { readonly stale: ShownReport };

const TITLES: { readonly [status: string]: string } = {
  in_progress: "In progress",
  blocked: "Blocked",
  todo: "To do",
};

/** The board, one section after the other. Empty sections are left out. */
export function boardText(board: ShownBoard, paint: Paint): string {
  const { handoffs, traps, sessions, stale } = board;
  const sections = [
    ...Object.entries(board.plans).map(([status, plans]) =>
      section(TITLES[status] ?? status, plans, {
        paint,
        entry: (plan: BoardPlan) => planText(plan, paint),
        more: `tidemark find --kind plan --status ${status}`,
      }),
    ),
    section("Handed over", handoffs, {
      paint,
      entry: (item) => {
        const to = typeof item.to === "string" ? `to ${oneLine(item.to)}` : "to anybody";
        const from = typeof item.from === "string" ? oneLine(item.from) : oneLine(item.created_by);
        return entryText(item, `${to}, from ${from}, ${age(item.age_days)}`, paint);
      },
      more: "tidemark handoff list --all",
    }),
    section("Traps", traps, {
      paint,
      entry: (item) => {
        const severity = typeof item.severity === "string" ? `${item.severity}, ` : "";
        return entryText(item, `${severity}seen ${day(item.last_seen_at)}`, paint);
      },
      more: "tidemark find --kind trap",
    }),
    section("Active sessions", sessions, {
      paint,
      entry: (session) => sessionLine(session, paint),
      more: "tidemark session list --status active",
    }),
    queueText(board),
    ...(stale.warnings.length === 0
      ? []
      : [
          [
            paint.strong("Doubtful"),
            ...stale.warnings.map((warning) => warningText(warning, paint)),
            paint.faint(countsText(stale)),
          ].join("\n"),
        ]),
  ];
  const shown = sections.filter((text) => text !== "");
  return shown.length > 0
    ? shown.join("\n\n")
    : "No plans, handoffs, traps, active sessions or doubtful items. For the whole memory: tidemark status";
}

type Listing<Entry> = {
  readonly paint: Paint;
  readonly entry: (entry: Entry) => string;
  /** The command that lists all of them. */
  readonly more: string;
};

function section<Entry>(
  title: string,
  { list, total }: CountedList<Entry>,
  { paint, entry, more }: Listing<Entry>,
): string {
  if (total === 0) return "";
  const left = `${total - list.length} more: ${more}`;
  const rest = total > list.length ? [paint.faint(left)] : [];
  return [paint.strong(`${title} (${total})`), ...list.map(entry), ...rest].join("\n");
}

function planText(plan: BoardPlan, paint: Paint): string {
  const steps = plan.steps === 0 ? [] : [`${plan.steps_done}/${plan.steps}`];
  const priority = plan.priority === undefined || plan.priority === "normal" ? [] : [plan.priority];
  const ready = plan.ready ? ["ready"] : [];
  const about = [oneLine(plan.owner), age(plan.age_days), ...steps, ...priority, ...ready].join(", ");
  const waits = plan.waits_for.length === 0 ? [] : [row("after", plan.waits_for.join(", "), paint)];
  return [entryText(plan, about, paint), ...waits].join("\n");
}

const entryText = ({ label, text }: LabelledText, about: string, paint: Paint): string =>
  [entryTitle(label, about, paint), indentText(text)].join("\n");

type LabelledText = { readonly label: string; readonly text: string };

const age = (days: number): string => (days === 0 ? "today" : count(days, "day"));

function queueText({ worker }: ShownBoard): string {
  const { due, waiting, dead } = worker;
  if (due + waiting + dead === 0) return "";
  const retries = waiting === 0 ? "" : `, ${waiting} to retry`;
  const gone = dead === 0 ? "" : `, ${dead} given up`;
  return `${count(due, "session")} to read${retries}${gone}: tidemark worker ${dead > 0 ? "status" : "--once"}`;
}

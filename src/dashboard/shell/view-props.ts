import type { AnswerOf } from "../api/ask.ts";
import type { AnswerState } from "../api/use-answer.ts";
import type { PageRoute } from "./route.ts";

/** What every view is given. */
export type ViewProps = {
  readonly route: PageRoute;
  /** True for somebody whose role only reads. */
  readonly isReadOnly: boolean;
  /** What waits for a decision: the inbox shows it, and every view its number. */
  readonly review: AnswerState<AnswerOf<"review">>;
};

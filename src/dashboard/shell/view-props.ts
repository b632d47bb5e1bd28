import type { AnswerOf } from "../api/ask.ts";
import type { AnswerState } from "../api/use-answer.ts";
import type { PageRoute } from "./route.ts";

/** What every view is given. */
export type ViewProps = {
  readonly route: PageRoute;
  /** True for somebody whose role only reads. */
  readonly isReadOnly: boolean;
  /** True for somebody who may examine and mend what the server keeps; undefined until that is known. */
  readonly isAdmin: boolean | undefined;
  /** What waits for a decision: the inbox shows it, and every view its number. */
  readonly review: AnswerState<AnswerOf<"review">>;
};

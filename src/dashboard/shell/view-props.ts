import type { AnswerOf } from "../api/ask.ts";
import type { AnswerState } from "../api/use-answer.ts";
import type { PageRoute } from "./route.ts";

/** The properties that every view receives. */
export type ViewProps = {
  readonly route: PageRoute;
  /** True for a role that may only read. */
  readonly isReadOnly: boolean;
  /** True for a person who may examine and repair what the server stores; undefined until that is known. */
  readonly isAdmin: boolean | undefined;
  /** The entries that wait for a decision: the inbox shows them, and every view their number. */
  readonly review: AnswerState<AnswerOf<"review">>;
};

/**
 * The words by which one language says such things, in the notation of `cue`. A list is empty where a language
 * has no words of its own for it.
 */
export type Cues = {
  /** Frequent small words, by which the language is known. */
  readonly known: string;
  /** Introduces a statement without meaning of its own: "also", "btw", "hm". */
  readonly filler: string;
  /** Agreement, at the beginning of an answer. */
  readonly yes: string;
  /** Refusal, at the beginning of an answer. */
  readonly no: string;
  /** Thanks, praise, greetings: a sentence of such words says nothing. */
  readonly chat: string;
  /** How a question begins that may lack its mark. */
  readonly asks: string;
  /** Anywhere in a sentence: it is not settled. */
  readonly hedge: string;
  /** Work to be done once, at the beginning of a clause. */
  readonly task: string;
  /** Anywhere in a clause: it reports what is or was, not what should be. */
  readonly report: string;
  /** Subjects and verbs of a whole sentence: an answer without one of them is as short as answers are. */
  readonly finite: string;
  /** It is explicitly settled. */
  readonly settle: string;
  /** A verb of choosing: it settles where something was open. */
  readonly pick: string;
  /** How things are to be done from here on. */
  readonly order: string;
  /** What must or must not be. */
  readonly must: string;
  /** How it is done in this house. */
  readonly house: string;
  /** Something is turned down. */
  readonly reject: string;
  /** Says how a sort of things is, or how to treat it, as rules do. */
  readonly rule: string;
  /** Agrees, and then names a difference. */
  readonly but: string;
  /** Leans towards a rule without saying so. */
  readonly norm: string;
  /** A conclusion from earlier words: "then". */
  readonly hence: string;
  /** Something settled before is changed. */
  readonly amend: string;
  /** The rejected alternative follows. */
  readonly against: string;
  /** Between alternatives. */
  readonly or: string;
  /** Announces alternatives. */
  readonly options: string;
  /** An agent advises something. */
  readonly advice: string;
  /** An agent offers to do a piece of work. */
  readonly work: string;
  /** Gives a reason, as a choice that lasts has one. */
  readonly because: string;
  /** In a question: it is asked what somebody wants, not what they know. */
  readonly wish: string;
  /** Somebody mentions themself alone. */
  readonly mine: string;
  /** Somebody speaks for all who work on it. */
  readonly ours: string;
  /** It is meant for this time only. */
  readonly once: string;
  /** Without exception. */
  readonly ever: string;
  /** Says explicitly that something is settled or holds from now on; announces a decision or a rule. */
  readonly outright: string;
  /** Words for the first, the second … alternative. */
  readonly nth: readonly string[];
  readonly latter: string;
  /** Words around a choice that are not part of it: "option", "the", "one", "please". */
  readonly around: string;
};

/** The cue words of one language, in the notation of `cue`. A list is empty if the language has no words of its own for it. */
export type Cues = {
  /** Frequent function words, by which the language is recognised. */
  readonly known: string;
  /** Introduces a statement without meaning of its own: "also", "btw", "hm". */
  readonly filler: string;
  /** Agreement, at the beginning of an answer. */
  readonly yes: string;
  /** Refusal, at the beginning of an answer. */
  readonly no: string;
  /** Thanks, praise, greetings: a sentence of such words says nothing. */
  readonly chat: string;
  /** The beginning of a question that may lack its question mark. */
  readonly asks: string;
  /** Anywhere in a sentence: the matter is not settled. */
  readonly hedge: string;
  /** One-time work, at the beginning of a clause. */
  readonly task: string;
  /** Anywhere in a clause: it reports what is or was, not what should be. */
  readonly report: string;
  /** Subjects and verbs of a complete sentence. An answer without any of them is a short answer. */
  readonly finite: string;
  /** Says explicitly that something is settled. */
  readonly settle: string;
  /** Verbs of choosing, which settle an open question. */
  readonly pick: string;
  /** Says how things are to be done from now on. */
  readonly order: string;
  /** Says what must or must not be. */
  readonly must: string;
  /** Describes the conventions of a team. */
  readonly house: string;
  /** Rejects something. */
  readonly reject: string;
  /** Describes a class of things or how to treat them, as rules do. */
  readonly rule: string;
  /** Agrees, and then names a difference. */
  readonly but: string;
  /** Suggests a rule without stating it. */
  readonly norm: string;
  /** A conclusion from earlier words: "then". */
  readonly hence: string;
  /** Changes something settled. */
  readonly amend: string;
  /** The rejected alternative follows. */
  readonly against: string;
  /** Between alternatives. */
  readonly or: string;
  /** Announces alternatives. */
  readonly options: string;
  /** Advice of an agent. */
  readonly advice: string;
  /** An agent's offer to do some work. */
  readonly work: string;
  /** Gives a reason, which lasting choices usually have. */
  readonly because: string;
  /** In a question: it asks for a wish, not for information. */
  readonly wish: string;
  /** The speaker mentions only themselves. */
  readonly mine: string;
  /** The speaker speaks for the whole team. */
  readonly ours: string;
  /** Applies only this time. */
  readonly once: string;
  /** Applies without exception. */
  readonly ever: string;
  /** Says explicitly that something is settled or holds from now on; announces a decision or a rule. */
  readonly outright: string;
  /** Words for the first, the second … alternative. */
  readonly nth: readonly string[];
  readonly latter: string;
  /** Words around a choice that are not part of it: "option", "the", "one", "please". */
  readonly around: string;
};

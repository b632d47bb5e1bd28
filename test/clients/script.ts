/** A tool call the model makes. A string as input is what a tool without a schema takes, such as a patch. */
export type Call = { readonly call: string | RegExp; readonly input: object | string };

/** One answer of the model: words, a call of a tool that was offered, or words that break off and never end. */
export type Reply = { readonly say: string } | Call | { readonly stall: string };

/**
 * What the model answers after a user's words. The first reply answers the words, the next one answers the
 * result of the first tool call, and so on; the last is repeated.
 */
export type Scene = {
  readonly when: RegExp;
  readonly replies: readonly Reply[];
  /** How much of its context the model claims to have used; a client compacts when it is told of a lot. */
  readonly tokens?: number;
};

/** Words of the user, and how many tool results came after them. */
export type Said = { readonly text: string; readonly results: number };

/** A request to the model, read into what the four shapes have in common. */
export type Question = {
  readonly model: string;
  readonly system: string;
  /** Oldest first. Clients put words of their own into the user's mouth, so the newest need not be a person's. */
  readonly said: readonly Said[];
  /** Names that can be called; a tool in a namespace is `namespace/name`. */
  readonly tools: readonly string[];
  readonly isStreamed: boolean;
  readonly wantsJson: boolean;
};

/** A reply that is bound to the tools that were offered. */
export type Answer =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "stall"; readonly text: string }
  | { readonly kind: "call"; readonly tool: string; readonly input: object | string };

export type Choice = { readonly answer: Answer; readonly tokens: number };

const DEFAULT_TOKENS = 100;

/** What a client that wants JSON is told when the script is silent: the fields that clients are known to look for. */
const JSON_FALLBACK = JSON.stringify({
  title: "Scripted",
  reasoning: "scripted",
  next_speaker: "user",
  model_choice: "flash",
  complexity_score: 1,
  complexity_reasoning: "scripted",
});

/** Picks the scene by the newest words that match one, and in it the reply by the number of results since. */
export function choose(script: readonly Scene[], question: Question): Choice {
  for (const said of [...question.said].reverse()) {
    const scene = script.find(({ when }) => when.test(said.text));
    const reply = scene?.replies[Math.min(said.results, scene.replies.length - 1)];
    if (scene && reply)
      return { answer: bind(reply, question, scene), tokens: scene.tokens ?? DEFAULT_TOKENS };
  }
  const text = question.wantsJson ? JSON_FALLBACK : "The script has nothing to say to that.";
  return { answer: { kind: "say", text }, tokens: DEFAULT_TOKENS };
}

/** A client that offers no tools asks on the side, for a title perhaps: it gets the scene's last words. */
function bind(reply: Reply, question: Question, scene: Scene): Answer {
  if (question.wantsJson) return { kind: "say", text: JSON_FALLBACK };
  if ("say" in reply) return { kind: "say", text: reply.say };
  if (question.tools.length === 0) return { kind: "say", text: lastWords(scene) };
  if ("stall" in reply) return { kind: "stall", text: reply.stall };
  const { call, input } = reply;
  const isMeant = (name: string) => (typeof call === "string" ? name === call : call.test(name));
  const tool = question.tools.find(isMeant);
  if (tool !== undefined) return { kind: "call", tool, input };
  return { kind: "say", text: `The script calls ${call}; offered was ${question.tools.join(", ")}.` };
}

function lastWords({ replies }: Scene): string {
  const words = replies.flatMap((reply) => ("say" in reply ? [reply.say] : []));
  return words.at(-1) ?? "The script calls a tool; offered was none.";
}

/** A tool call the model makes. A string as input is what a tool without a schema takes, such as a patch. */
export type Call = { readonly call: string | RegExp; readonly input: object | string };

/**
 * A call of one of our own tools, by the name our server gives it. Clients put a prefix before that name, and some let
 * the model see the tool only after it has searched for it: then it searches first.
 */
export type Use = { readonly use: string; readonly input: object };

/** One answer of the model: words, a call of a tool that was offered, or words that break off and never end. */
export type Reply = { readonly say: string } | Call | Use | { readonly stall: string };

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

/** Words of the user, how many tool results came after them, and how many of these only looked for a tool. */
export type Said = { readonly text: string; readonly results: number; readonly searches: number };

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
  let [results, searches] = [0, 0];
  for (const said of [...question.said].reverse()) {
    // Words that match no scene are a client's own, put after the user's: results after them answer the user, too.
    results += said.results;
    searches += said.searches;
    const scene = script.find(({ when }) => when.test(said.text));
    const step = Math.max(0, results - searches);
    const reply = scene?.replies[Math.min(step, scene.replies.length - 1)];
    if (scene && reply)
      return {
        answer: bind(reply, question, { scene, hasSearched: searches > 0 }),
        tokens: scene.tokens ?? DEFAULT_TOKENS,
      };
  }
  const text = question.wantsJson ? JSON_FALLBACK : "The script has nothing to say to that.";
  return { answer: { kind: "say", text }, tokens: DEFAULT_TOKENS };
}

type Cue = { readonly scene: Scene; readonly hasSearched: boolean };

/** A client that offers no tools asks on the side, for a title perhaps: it gets the scene's last words. */
function bind(reply: Reply, question: Question, { scene, hasSearched }: Cue): Answer {
  if (question.wantsJson) return { kind: "say", text: JSON_FALLBACK };
  if ("say" in reply) return { kind: "say", text: reply.say };
  if (question.tools.length === 0) return { kind: "say", text: lastWords(scene) };
  if ("stall" in reply) return { kind: "stall", text: reply.stall };
  if ("use" in reply) return bindUse(reply, question, hasSearched);
  return bindCall(reply, question.tools);
}

function bindCall({ call, input }: Call, tools: readonly string[]): Answer {
  const isMeant = (name: string) => (typeof call === "string" ? name === call : call.test(name));
  const tool = tools.find(isMeant);
  if (tool !== undefined) return { kind: "call", tool, input };
  return { kind: "say", text: `The script calls ${call}; offered was ${tools.join(", ")}.` };
}

/** Offered outright, to be searched for, or, once found, to be called through another tool. */
function bindUse({ use, input }: Use, { tools }: Question, hasSearched: boolean): Answer {
  const call = new RegExp(`tidemark[-_/]+${use}$`);
  if (tools.some((name) => call.test(name))) return bindCall({ call, input }, tools);
  const name = `mcp__tidemark__${use}`;
  const search = tools.find(isSearch);
  if (search !== undefined && !hasSearched)
    return { kind: "call", tool: search, input: { query: `select:${name}`, max_results: 5 } };
  if (hasSearched && tools.includes("tool_call"))
    return { kind: "call", tool: "tool_call", input: { name, arguments: input } };
  return bindCall({ call, input }, tools);
}

/** Words as a pattern: clients put words of their own around the user's. */
export function exactly(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}

/** Whether a tool is the one by which a client lets its model look for further tools. */
export function isSearch(name: string): boolean {
  return /^tool_?search$/i.test(name);
}

function lastWords({ replies }: Scene): string {
  const words = replies.flatMap((reply) => ("say" in reply ? [reply.say] : []));
  return words.at(-1) ?? "The script calls a tool; offered was none.";
}

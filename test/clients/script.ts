/** A tool call of the model. A string is the input of a tool without a schema, such as a patch tool. */
export type Call = { readonly call: string | RegExp; readonly input: object | string };

/**
 * A call of one of our own tools, by the name that our server gives it. Clients put a prefix before this name. Some show
 * the tool to the model only after a search; then the model searches first.
 */
export type Use = { readonly use: string; readonly input: object };

/** One answer of the model: text, a call of an offered tool, or a text that stalls and never ends. */
export type Reply = { readonly say: string } | Call | Use | { readonly stall: string };

/**
 * The model's answers to a message of the user. The first reply answers the message, the next one answers the
 * result of the first tool call, and so on; the last reply is repeated.
 */
export type Scene = {
  readonly when: RegExp;
  readonly replies: readonly Reply[];
  /** The token usage that the model reports; a client compacts if it is high. */
  readonly tokens?: number;
};

/** A message of the user, the number of tool results after it, and how many of these are results of tool searches. */
export type Said = { readonly text: string; readonly results: number; readonly searches: number };

/** A request to the model, reduced to what the four APIs have in common. */
export type Question = {
  readonly model: string;
  readonly system: string;
  /** Messages with the user's role, oldest first. Clients add their own, so the newest need not be the user's. */
  readonly said: readonly Said[];
  /** Names of the offered tools; a tool in a namespace is `namespace/name`. */
  readonly tools: readonly string[];
  readonly isStreamed: boolean;
  readonly wantsJson: boolean;
};

/** A reply after its tool has been resolved among the offered tools. */
export type Answer =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "stall"; readonly text: string }
  | { readonly kind: "call"; readonly tool: string; readonly input: object | string };

export type Choice = { readonly answer: Answer; readonly tokens: number };

const DEFAULT_TOKENS = 100;

/** The answer to a client that wants JSON, with the fields that the known clients expect. */
const JSON_FALLBACK = JSON.stringify({
  title: "Scripted",
  reasoning: "scripted",
  next_speaker: "user",
  model_choice: "flash",
  complexity_score: 1,
  complexity_reasoning: "scripted",
});

/** Chooses the scene by the newest matching message, and its reply by the number of tool results since then. */
export function choose(script: readonly Scene[], question: Question): Choice {
  let [results, searches] = [0, 0];
  for (const said of [...question.said].reverse()) {
    // A message without a scene is the client's own; the results after it belong to the user's message before it.
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

/** A request without tools is a side request of the client, such as for a title: it gets the last text of the scene. */
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

/** Calls one of our tools directly, or searches for it, or calls it through `tool_call` after the search. */
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

/** A pattern that finds the text anywhere in a message, because clients add their own text around the user's. */
export function exactly(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}

/** Whether a tool is the client's search for further tools. */
export function isSearch(name: string): boolean {
  return /^tool_?search$/i.test(name);
}

function lastWords({ replies }: Scene): string {
  const words = replies.flatMap((reply) => ("say" in reply ? [reply.say] : []));
  return words.at(-1) ?? "The script calls a tool; offered was none.";
}

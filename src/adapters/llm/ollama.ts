import { bearerHeader, chatMessages, type Dialect, trimUrl } from "./endpoint.ts";
import { countAt, fieldAt } from "./fields.ts";

const OWN = "http://127.0.0.1:11434";

/** By default Ollama reads a few thousand tokens and silently drops the rest. It reloads the model for every size. */
const WINDOW_STEP = 8_192;
/** A cautious estimate: most texts have more characters for each token. */
const CHARS_PER_TOKEN = 2.5;

/** Ollama's own API, which can be told to answer in JSON. */
export const ollama: Dialect = {
  request: ({ url, key, name }, { system, user, maxOutputTokens }) => ({
    url: `${trimUrl(url ?? OWN, /\/api(?:\/chat)?$/)}/api/chat`,
    headers: bearerHeader(key),
    body: {
      model: name,
      messages: chatMessages(system, user),
      stream: false,
      format: "json",
      options: {
        num_ctx: windowFor((system.length + user.length) / CHARS_PER_TOKEN + maxOutputTokens),
        num_predict: maxOutputTokens,
        temperature: 0,
      },
    },
  }),
  reply: (json) => {
    const text = fieldAt(json, "message", "content");
    if (typeof text !== "string") return undefined;
    return { text, tokensIn: countAt(json, "prompt_eval_count"), tokensOut: countAt(json, "eval_count") };
  },
};

const windowFor = (tokens: number): number => Math.ceil(tokens / WINDOW_STEP) * WINDOW_STEP;

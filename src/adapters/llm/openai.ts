import { bearerHeader, chatMessages, type Dialect, trimUrl } from "./endpoint.ts";
import { countAt, fieldAt } from "./fields.ts";

const OWN = "https://api.openai.com/v1";

/** OpenAI, and all servers with a compatible `/v1/chat/completions`. */
export const openai: Dialect = {
  request: ({ url, key, name }, { system, user, maxOutputTokens }) => ({
    url: `${baseOf(url)}/chat/completions`,
    headers: bearerHeader(key),
    body: {
      model: name,
      messages: chatMessages(system, user),
      // OpenAI's newer models refuse the old name of the limit, and other servers know only the old one.
      [url === undefined ? "max_completion_tokens" : "max_tokens"]: maxOutputTokens,
      stream: false,
    },
  }),
  reply: (json) => {
    const text = fieldAt(json, "choices", 0, "message", "content");
    if (typeof text !== "string") return undefined;
    return {
      text,
      tokensIn: countAt(json, "usage", "prompt_tokens"),
      tokensOut: countAt(json, "usage", "completion_tokens"),
    };
  },
};

/** An address without a path means `/v1`. Some servers have another path, which their address then contains. */
export function baseOf(url: string | undefined): string {
  if (url === undefined) return OWN;
  const base = trimUrl(url, /\/(?:chat\/completions|embeddings)$/);
  return /^https?:\/\/[^/]+$/i.test(base) ? `${base}/v1` : base;
}

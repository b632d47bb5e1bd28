import { type Dialect, trimUrl } from "./endpoint.ts";
import { countAt, fieldAt } from "./fields.ts";

const OWN = "https://api.anthropic.com";

/** The version of the request and reply format. */
const VERSION = "2023-06-01";

/** Anthropic's Messages API. */
export const anthropic: Dialect = {
  request: ({ url, key, name }, { system, user, maxOutputTokens }) => ({
    url: `${trimUrl(url ?? OWN, /\/v1(?:\/messages)?$/)}/v1/messages`,
    headers: { "anthropic-version": VERSION, ...(key === undefined ? {} : { "x-api-key": key }) },
    body: {
      model: name,
      max_tokens: maxOutputTokens,
      system,
      messages: [{ role: "user", content: user }],
    },
  }),
  reply: (json) => {
    const blocks = fieldAt(json, "content");
    if (!Array.isArray(blocks)) return undefined;
    const texts = blocks
      .filter((block) => fieldAt(block, "type") === "text")
      .map((block) => fieldAt(block, "text"));
    if (!texts.every((text) => typeof text === "string")) return undefined;
    return {
      text: texts.join(""),
      tokensIn: tokensIn(json),
      tokensOut: countAt(json, "usage", "output_tokens"),
    };
  },
};

/** Tokens written to or read from its cache are counted separately, and are paid for too. */
function tokensIn(json: unknown): number | undefined {
  const fresh = countAt(json, "usage", "input_tokens");
  if (fresh === undefined) return undefined;
  const written = countAt(json, "usage", "cache_creation_input_tokens") ?? 0;
  return fresh + written + (countAt(json, "usage", "cache_read_input_tokens") ?? 0);
}

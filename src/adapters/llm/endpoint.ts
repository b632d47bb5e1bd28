import type { ModelReply, Prompt } from "../../ports/model.ts";

/** Where a model is asked. */
export type Endpoint = {
  /** As the user set it; undefined for the provider's own. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly name: string;
};

/** One provider's way to be asked: the request it wants, and where in its reply the answer stands. */
export type Dialect = {
  readonly request: (
    endpoint: Endpoint,
    prompt: Prompt,
  ) => {
    readonly url: string;
    readonly headers: { readonly [name: string]: string };
    readonly body: unknown;
  };
  /** Undefined when the reply is not of this provider's form. */
  readonly reply: (json: unknown) => ModelReply | undefined;
};

export const bearerHeader = (key: string | undefined): { readonly [name: string]: string } =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** A prompt as the messages of a chat, where rules stand before what is asked. */
export const chatMessages = (system: string, user: string) => [
  { role: "system", content: system },
  { role: "user", content: user },
];

/** Removes a known ending and trailing slashes from an address; paths that are appended begin with a slash. */
export const trimUrl = (url: string, end: RegExp): string => url.replace(/(?<!\/)\/+$/, "").replace(end, "");

import type { ModelReply, Prompt } from "../../ports/model.ts";

/** The endpoint of a model. */
export type Endpoint = {
  /** The user's address; undefined for the provider's own. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly name: string;
};

/** A provider's format: how to ask, and where the reply contains the answer. */
export type Dialect = {
  readonly request: (
    endpoint: Endpoint,
    prompt: Prompt,
  ) => {
    readonly url: string;
    readonly headers: { readonly [name: string]: string };
    readonly body: unknown;
  };
  /** Undefined if the reply is not in this provider's format. */
  readonly reply: (json: unknown) => ModelReply | undefined;
};

export const bearerHeader = (key: string | undefined): { readonly [name: string]: string } =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** A prompt as the messages of a chat: rules first, then the question. */
export const chatMessages = (system: string, user: string) => [
  { role: "system", content: system },
  { role: "user", content: user },
];

/** Removes a known ending and trailing slashes from an address; paths that are appended begin with a slash. */
export const trimUrl = (url: string, end: RegExp): string => url.replace(/(?<!\/)\/+$/, "").replace(end, "");

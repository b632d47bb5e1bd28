import { isPersonName, isReserved, PERSON_NAME_FORM } from "../agent-name.ts";
import { isKind, kindOf } from "../items/kinds.ts";
import type { Config, Setting } from "./config.ts";

/** A person's name in a shared memory, and the kinds of items that stay private. A project cannot set either. */
export const PERSON_SETTINGS = {
  person: {
    summary:
      "Your name in a memory that several people share; without it, the user that you connect to the server as.",
    env: "TIDEMARK_PERSON",
    type: "text",
    min: 1,
    max: 64,
    example: "ana",
    isPersonal: true,
    form: {
      says: PERSON_NAME_FORM,
      problemOf: (name: string) =>
        isPersonName(name) && !isReserved(name) ? undefined : "no person can be called so",
    },
  },
  "private.kinds": {
    summary:
      "Kinds of statements that stay on this machine, in a private memory beside the shared one, by name.",
    env: "TIDEMARK_PRIVATE_KINDS",
    type: "text",
    min: 1,
    max: 200,
    example: "preference, hypothesis",
    isPersonal: true,
    form: {
      says: "kinds of statements, with commas between them",
      problemOf: (text: string) => {
        const wrong = kindsNamedIn(text).find((kind) => !isKind(kind) || !kindOf(kind).isUnit);
        return wrong === undefined ? undefined : `"${wrong}" is no kind of statement`;
      },
    },
  },
} as const satisfies { readonly [name: string]: Setting };

const kindsNamedIn = (text: string | undefined): string[] =>
  (text ?? "").split(",").flatMap((name) => name.trim() || []);

/** True for a kind that this user keeps private. */
export const isPrivateKind = (config: Pick<Config, "private">, kind: unknown): boolean =>
  kindsNamedIn(config.private?.kinds).includes(String(kind));

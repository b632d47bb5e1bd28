import { cli, core, store } from "./requirement.ts";

/** The model that reads sessions: which of its statements are kept, and the user's own coding agent as the model. */
export const READER = {
  "reader.host": cli(
    "With `model.provider: host` the coding agent on this machine reads sessions: no key, an empty folder that is gone afterwards, nothing of it on the tape.",
  ),
  "reader.silent": cli(
    "Hooks that run below a reading agent record and tell nothing, by the environment variable or by the folder alone.",
  ),
  "reader.no-recursion": cli("Nothing that runs below a reading agent asks a model."),
  "reader.outside": cli(
    "The program that reads never comes from the repository: relative entries of the search path, entries in the repository and links into it are passed over.",
  ),
  "reader.personal": cli("A project's settings cannot turn a reader on."),
  "reader.late": cli("An agent that does not answer in time is ended, and the session is read by rule."),
  "reader.replaces": store(
    "A statement that a model proves with a person's words ends the statement it replaces, and undo brings that one back.",
  ),
  "reader.grounded": core("What a model says beyond the turns it quotes is not told as a person's word."),
} as const;

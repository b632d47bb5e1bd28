import { MemoryError } from "../core/failure.ts";
import type { ForeignMemory } from "../ports/ownership.ts";
import { ADOPT } from "./lost-tail.ts";

/** One line for whoever asks a memory that is not read. It repeats nothing that the folder itself says. */
export const foreignText = ({ folder, why }: ForeignMemory): string =>
  `The memory in ${JSON.stringify(folder)} came from elsewhere and is not used. ${why} To look into it: ${ADOPT}`;

/** One line for an agent. It names no command: whether a memory is believed is for a person to say. */
export const foreignForAgents = ({ folder }: ForeignMemory): string =>
  `The memory in ${JSON.stringify(folder)} came from elsewhere and is not used. Only the user can decide whether to use it; do not read or adopt it yourself.`;

export const foreignRefusal = (foreign: ForeignMemory): MemoryError =>
  new MemoryError(
    "store.foreign",
    `The memory in ${foreign.folder} came from elsewhere, so nothing is written to it. ${foreign.why}`,
    {
      fix: `Look into it and adopt it: ${ADOPT}. Or move it away and begin your own: mv .tidemark .tidemark-foreign`,
    },
  );

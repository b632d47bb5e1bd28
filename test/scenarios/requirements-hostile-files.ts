import { core } from "./requirement.ts";

/** Our files and folders, if somebody else put them there: in a repository, an archive or a shared folder. */
export const HOSTILE_FILES = {
  "hostile.files-refused": core(
    "A link, device, pipe, folder, huge file or another user's file in the place of a file of ours is refused in words, and neither followed nor waited for.",
  ),
};

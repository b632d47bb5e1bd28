import { cli, everywhere, library } from "./requirement.ts";

/** Commands that people type every day. */
export const EVERYDAY = {
  "everyday.log": everywhere(
    "`log` shows every change of every item with its time and author, newest first, and --since cuts it off.",
  ),
  "everyday.find": everywhere("`find` narrows by topic, path, words and time, alone or together."),
  "everyday.no-memory": cli(
    "Where there is no memory, a command that reads says so and how to begin one, and makes none.",
  ),
  "library.guide": library(
    "The program of the library guide compiles, runs in an empty folder, and prints what the page says.",
  ),
  "everyday.edit": cli(
    "`edit` opens an item in the person's editor, sets what was changed and nothing else, and refuses a page it cannot read. With --text, it opens none.",
  ),
  "everyday.several": cli(
    "An option that may be repeated also takes several values, such as `review --accept A B`.",
  ),
  "everyday.screen": cli(
    "On a screen, lines break between words, go on below the column of their text, and keep a command whole if it fits.",
  ),
  "everyday.prefix": everywhere(
    "A session is meant by the beginning of its id if no other session begins so.",
  ),
  "everyday.aliases": cli(
    "`add`, `ls`, `list`, `search`, `rm` and `show` do what people expect, and help knows them.",
  ),
  "everyday.help": cli(
    "The first page of help lists the ten commands people need, and `help --all` every command once, by purpose.",
  ),
  "everyday.completion": cli(
    "Completion offers labels of items and topics of the memory, and no word that a shell would run.",
  ),
  "everyday.last-heard": everywhere(
    "Sessions are listed by when they were last heard of, and only those of the last hours are at work; an import and its end do not make an old one new.",
  ),
  "everyday.joiners": cli(
    "Zero-width joiners inside words and emoji are printed and told; elsewhere they are shown as codes or left out.",
  ),
  "everyday.expired": cli(
    "An item whose date has passed when it is made or changed is kept with a word about that.",
  ),
  "everyday.preview": cli(
    "What `init` is going to write is announced, not told as done, and fits on a screen.",
  ),
  "everyday.unknown": cli(
    "An unknown command is answered by one that exists, also after `help` and with --json.",
  ),
} as const;

import type { Cues } from "./cues.ts";

/** Cues that are understood in every language. */
export const ANY: Partial<Cues> = {
  filler: "o+h+ | a+h+ | h+m+ | u+h*m+ | e+h*m* | w+o+w+ | m+h*m* | ok | okay | btw | fyi | todo",
  yes: "ok | okay | 👍 | 👌 | ✅ | 💯 | 🆗 | lgtm | yes",
  no: "no | nope | 👎",
  chat: "ok | okay | lol | haha | xd | thx | 😂 | 🎉 | 🚀 | 🙏 | 😅 | ❤️",
  asks: "wtf",
  hedge: "tbd",
  report: "lol | haha | hehe | xd | kkk | jaja | mdr | ahah | ㅋㅋ | 哈哈",
  settle: "decision: | adr:",
  must: "≤ | <= | ≥ | >=",
  reject: `🤢 | 👎 | 🤮 | 💩`,
  norm: "max | min | only | default | =",
  or: "vs",
  outright: "decision: | adr:",
  around: "ok | okay",
};

import { http, store } from "./requirement.ts";

/** The dashboard: what it shows, what it can change, and what it never changes. */
export const DASHBOARD = {
  "dashboard.views": http(
    "Inbox, Now, Memory, Freshness, Tape, Ledger and Health show what the memory holds, at 360 and 1440 pixels, light and dark, and nothing is wider than the screen.",
  ),
  "dashboard.accessible": http(
    "No view, dialog, message or full inbox has a serious accessibility finding, in either theme, at 360 and 1440 pixels.",
  ),
  "dashboard.acts": http(
    "Every act of the page does in the store what its command does, and undo takes it back.",
  ),
  "dashboard.roles": http(
    "Somebody who signs in with a token sees who they are, is offered what their role may do, and can sign out.",
  ),
  "dashboard.keyboard": http(
    "An inbox of 40 things is cleared by keyboard alone, with at most 1.5 key presses each.",
  ),
  "dashboard.prepared": http(
    "`tidemark open` shows the page when the views have read the tape; a server that stays reads it between its answers.",
  ),
  "dashboard.live": http("What is recorded elsewhere comes onto the page by itself."),
  "dashboard.foreign": http(
    "In a browser that is signed in, a page of another site or port, or of a name that leads here, reads and changes nothing; no secret is in the address, the history or the reach of scripts.",
  ),
  "dashboard.text": http(
    "Stored text is only ever text on the page: no payload in any field runs, loads anything or breaks the layout.",
  ),
  "dashboard.as-of": store(
    "The memory at a position is what a rebuild from the events up to that position gives.",
  ),
  "dashboard.failures": http(
    "A page that gets no answer says what failed and what to do; an empty memory says how it fills.",
  ),
  "dashboard.recovers": http(
    "A page says when its server has stopped or no longer knows it, and goes on by itself once the dashboard is opened again.",
  ),
  "dashboard.small": http("The page is under 80 kB gzip in all and asks nobody but its own server."),
} as const;

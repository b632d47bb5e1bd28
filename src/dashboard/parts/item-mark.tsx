import { addressOf, itemAddress } from "../shell/route.ts";
import { shownLine } from "./shown-text.ts";
import { agoText, dateTimeText } from "./times.ts";

/** A kind, shown by its colour and its name. */
export function KindMark({ kind }: { readonly kind: string }) {
  return (
    <span class="kind" data-kind={kind}>
      {shownLine(kind, 24)}
    </span>
  );
}

/** An item's short name, which leads to its page. What a brief tells of a session leads to that session. */
export function ItemLink({ label }: { readonly label: string }) {
  const session = /^session:(.+)@[\d+]*$/.exec(label)?.[1];
  return (
    <a class="label" href={session === undefined ? itemAddress(label) : addressOf("session", session)}>
      {shownLine(session === undefined ? label : `session ${session}`, 40)}
    </a>
  );
}

export function Ago({ at }: { readonly at: string }) {
  return (
    <time class="ago" dateTime={at} title={dateTimeText(at)}>
      {agoText(at)}
    </time>
  );
}

/** Names of agents, sessions and files are foreign text as well. */
export function Name({ text, max = 60 }: { readonly text: string; readonly max?: number }) {
  return (
    <bdi class="name" title={shownLine(text, 400)}>
      {shownLine(text, max)}
    </bdi>
  );
}

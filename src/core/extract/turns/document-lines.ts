import { isListed, LINE_MAX } from "./pasted-lines.ts";

/** Marks around inserted text, and addresses above it. They also count on the first line of a turn. */
const PASTE_MARKS: readonly RegExp[] = [
  /^\s*<?https?:\/\/\S+>?\s*$/i,
  /^\s*\[[^\]]{0,40}(?:pasted|paste|attach|clipboard|quote)[^\]]{0,300}\]?/i,
  /^\s*\[?(?:pasted|attached|clipboard|begin|end|start|eof|snip|quote|unquote)\b[^.!?]{0,60}[\]:]\s*$/i,
  /^\s*@\S{1,80}(?:\s+[\p{L} ]{1,30})?\s*:?\s*$/u,
  // A date or a ticket number before a title, and words to people outside the conversation.
  /^\s*\d{4}-\d\d-\d\d\s?[,:–—|]|^\s*[A-Z]{2,10}-\d{1,6}\s[^.!?:]{3,120}$/,
  /^\s*(?:all\s)?(?:contributors|users|employees|staff|customers|reviewers|maintainers|participants|applicants|members|colleagues)(?:\s?:|\sof\s(?:this|the)\s)/i,
  /^\s*(?:this|the present) (?:document|page|policy|guide|section|chapter|article|handbook|manual|notice|agreement) (?:describes|explains|applies|covers|sets|defines|contains|lists|is)\b/i,
  /^\s*\[[ xX]\]\s|^ \*\s\S|^\^?[0-9a-f]{6,40} \(\p{L}|^(?:tip|hint|tipp)\s?:\s/iu,
  /^\s*by (?:using|installing|accessing|signing|continuing)\s/i,
  // The status of a page that was not served, words to whoever sees a page, and the names of a forum.
  /^\s*(?:http\/\S{1,5}\s|error\s)?[45]\d\d\s(?:\p{Lu}[\p{L}-]+ ?){1,4}$|\bif you (?:(?:see|are seeing|can read) this (?:page|notice|screen|banner)|(?:received|got|are receiving) this (?:message|notice|e-?mail))\b|^\s*[ur]\/[\w-]{2,30}(?:\s?[:•·|]|\s*$)/iu,
  // A name with its account, and the time below it, as social networks print them.
  /^\s*\p{Lu}[\p{L} .'’-]{1,40} @[\w.]{2,40}(?:@[\w.-]{3,60})?\s*$|^\s*\d{1,2}(?:s|m|h|d|w|mo|y|yr|Std|Min|j)\.?(?:\s?[•·].{0,20})?$/u,
  // A line of a mail header, a signature of a program, the footer of a newsletter.
  /^\s*(?:subject|betreff|objet|asunto|oggetto|assunto|тема|主题|件名|제목)\s?[:：]\s*\S|^\s*[\w-]{2,40}\[bot\]|\bunsubscribe (?:at|here|from|any)/iu,
  // Phrases with which an assistant addresses its user.
  /^\s*(?:great|good|excellent) question\b|\b(?:hope (?:this|that) helps|let me know if you(?:'d| would)? (?:like|want|need)|would you like me to|as an ai\b|i['’]d be happy to|ich hoffe,? das hilft|espero que (?:esto )?(?:te )?(?:sirva|ayude)|j'espère que (?:cela|ça) (?:vous |t')?aide)/i,
];

/** The number of a clause. A person who numbers one line so may have written it; two in a row are a document. */
const CLAUSE_NUMBER = /^\s*(?:§{1,2}\s?)?\d{1,3}\.\d{1,3}(?:\.\d{1,3})*\.?\s+\p{L}/u;

/** Lines of documents, pages and files: layout, numbering, mark-up and marks that nobody types to an agent. */
const DOCUMENT_LINES: readonly RegExp[] = [
  /^\s*(?:begin|end|eof)\b[^.!?]{0,40}$/i,
  /^\s*[A-Z]{3,}(?: [A-Z]{2,}){0,6}\s*:?\s*$/,
  // Layout: words separated by several spaces, tabs, or rows of one character.
  /\S {3,}\S.*\S {3,}\S|^ {8,}\S/,
  /\S\t+\S/,
  /([=*_#~+-])\1{4,}/,
  /^\s*[*|#│┃║].{0,300}[*|#│┃║]\s*$/,
  // Numbering of clauses, requirements and articles.
  /^\s*(?:§{1,2}\s?\d|\d{1,3}\.\d{1,3}(?:\.\d{1,3})*\.?\s+\p{L}|\(\d{1,3}\)\s|\([a-z]\)\s|(?:art(?:icle|ikel|ículo|icolo|igo)?|section|clause|chapter|abschnitt|kapitel|пункт|статья)\.?\s+\d|第\s?[\d一二三四五六七八九十]+[条章节節]|제\s?\d+\s?[조장항])/iu,
  /^\s*(?:\[?[A-Z]{2,10}-\d{1,6}\]?)[\s:|]/,
  /^\s*\d{1,4}\s*$/,
  /\d{1,2}:\d\d(?::\d\d)?[.,]\d{1,3}\s*-->|-->\s*\d{1,2}:\d\d/,
  /^\s*[•▪▸►●◦‣⁃✓✔☐☑➤➢»]\s*\S/u,
  // Mark-up of documents.
  /^\s*(?:\.\.\s+[\w-]+::|:[\w-]+:(?:\s|$)|={1,6}\s?\S.{0,80}\S?\s?={1,6}\s*$|h[1-6]\.\s|\\[a-z]+[{[]|%[A-Z]|\{[{%]|\[\[|!!!\s|:::|\*{2,}\s+\S|@[a-z]+\s|#\+|\[(?:NOTE|TIP|INFO|WARNING|IMPORTANT|\^?\d+)\])/,
  /^\s*(?:note|tip|warning|caution|important|info|hinweis|achtung|remarque|nota|примечание|注意|备注|補足|참고)\s?[:：]\s*$/iu,
  /^\s*\*{1,2}[^*\n]{2,60}\*{1,2}:?\s*$/,
  // A field with its value, as in records and headers.
  /^\s*[-*]?\s*(?:\*\*)?[\p{Lu}][\p{L} /-]{1,30}(?:\*\*)?:(?:\*\*)? *(?:\d|[\p{Lu}][\p{L}.-]+(?:,? [\p{Lu}][\p{L}.-]+){0,4}\s*$|\S+@\S+)/u,
  /^\s*(?:me|you|them|him|her|us|q|a|ich|du|moi|toi|yo|tú|io|tu|eu|você|я|ты|我|你|私|나|너)\s?[:：]\s/iu,
  // The location of a search result, values of a program, a statement of code.
  /^\s*[\w./\\-]{1,120}\.\w{1,8}[:(]\d{1,6}[:)]/,
  /^\s*\(?\s*(?:\d+|NULL|'[^']{0,300}')\s*,.{0,300}[),;]\s*$/,
  /^\s*["'].{1,300}["']\s*[,;:)\]}]/,
  /^\s*(?:const|let|var|def|class|function|import|from \S+ import|export|return|public|private|fn|func|package|using|#include|#define|echo|print|RUN|COPY|ENV|LABEL|FROM)\s+[^.!?]{1,200}[;{(="':)\]]/,
  /^\s*(?:\w+\.)*\w+\s*(?:=|:=|\+=|=>)\s*["'[{(]/,
  /^\s*(?:#|\/\/|--|%|;|'|REM|"""|\*)\s?[A-Z]/,
  // Author and date, number of likes, links to click.
  /^\s*(?:by|von|par|por|di|автор|作者|著者|글쓴이)\s+\p{Lu}[\p{L}.-]+(?: \p{Lu}[\p{L}.-]+)?\s*(?:[,|·—–-].{0,60})?$/iu,
  /\d+\s?(?:min(?:ute)?s?\.? read|views?|likes?|retweets?|comments?|replies|upvotes?|stars?|followers?)\b/i,
  /^\s*(?:©|\(c\)\s|copyright\b|all rights reserved|page \d+|seite \d+|revision \d|version \d|subscribe\b|read more|share this|sign up|log in|posted (?:on|by|in)|published|last (?:updated|modified|edited)|tags?:|table of contents|abstract$|introduction$|contents$)/i,
  /^\s*(?:-- ?|__+|sent from my .{1,30}|von meinem .{1,30} gesendet)\s*$/i,
  /^\s*(?:\d{1,2}\.? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember)[a-zé]{0,6}\.? \d{1,4}(?:,|\s|$)/i,
];

export const isPasteMark = (line: string, next = ""): boolean => {
  const [read, after] = [line.slice(0, LINE_MAX), next.slice(0, LINE_MAX)];
  return (
    PASTE_MARKS.some((form) => form.test(read)) || [read, after].every((each) => CLAUSE_NUMBER.test(each))
  );
};

/** True for a line which shows that the lines around it come from a document. */
export function isDocumentLine(line: string): boolean {
  const read = line.slice(0, LINE_MAX);
  return isPasteMark(line) || DOCUMENT_LINES.some((form) => form.test(read));
}

/** The range of widths at which editors, mail programs and printed pages wrap lines. */
const [WRAP_MIN, WRAP_MAX] = [45, 100];
const WRAPPED_LINES_MIN = 3;

/** True for lines that were wrapped at one width, within their sentences. */
export function isWrapped(lines: readonly string[]): boolean {
  const full = lines.slice(0, -1);
  if (full.length + 1 < WRAPPED_LINES_MIN || lines.some(isListed)) return false;
  const open = full.filter((line) => !/[.!?:;,。！？：]\s*$/u.test(line)).length;
  return full.every(({ length }) => length >= WRAP_MIN && length <= WRAP_MAX) && open * 2 >= full.length;
}

/** Maximum number of words of a title; longer lines are sentences. */
export const TITLE_WORDS_MAX = 9;

/** True for a single line without a full stop and with capitals like a title. */
export function isTitle(line: string): boolean {
  const read = line.trim();
  const words = read.split(/\s+/u);
  if (words.length < 2 || words.length > TITLE_WORDS_MAX || /[.!?,;:。]$/u.test(read)) return false;
  const long = words.filter((word) => /^\p{L}{4,}/u.test(word));
  return long.length >= 2 && long.every((word) => /^\p{Lu}/u.test(word));
}

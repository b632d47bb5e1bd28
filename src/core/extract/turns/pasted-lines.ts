/** Number of characters of a line that are checked. */
export const LINE_MAX = 400;

export const FENCE = /^[ \t]*(```+|~~~+)/;

/** Lines that were printed by a program or come from a page. */
const PASTED: readonly RegExp[] = [
  /^\s*>/,
  /^\s*at\s+\S+.{0,200}[(:]\S*:\d+/,
  /^\s*File ".{1,200}", line \d+/,
  /^\s*Traceback \(most recent/,
  /^\s*(?:Exception in thread\s|(?:\w+\.)*\w*(?:Error|Exception)(?::|\s+at\b))/,
  /^\s*(?:error|warning|fatal|panic|FAIL|ERR!?|WARN|INFO|DEBUG|TRACE)\b\s?[:\][(]/i,
  /^\s*\[(?:error|warn(?:ing)?|fatal|info|debug|trace|notice|stdout|stderr)\]/i,
  /^\s*\[?\d{4}[-/]\d\d[-/]\d\d[T ,]+\d\d:\d\d/,
  /^\s*[[(]?\d\d:\d\d(?::\d\d)?(?:\.\d+)?[\])]?\s/,
  // The same with a single digit or a half of the day, and the name that a chat puts after it.
  /^\s*[[(]?\d{1,2}:\d\d(?::\d\d)?\s?(?:[ap]\.?m\.?)?[\])]\s?[<@]?[\p{L}\d][\p{L}\d ._-]{0,40}[>:]/iu,
  /^\s*[<(*-]?[@+~&%]?[\p{L}][\p{L}\d._-]{0,24}(?:[|>]|\s\|)\s+\p{L}/u,
  // A line of a chat: a date and a time, or a name between angle brackets.
  /^\s*(?:\[?\d{1,2}[./]\d{1,2}[./]\d{2,4},? +\d{1,2}[:.]\d\d|\p{Lu}[\p{L} .'-]{0,30},? \d{1,2}[:.]\d\d(?::\d\d)?: )/u,
  /^\s*<[@+~&]?[\w.-]{2,24}>\s+\p{L}/u,
  /^\s*@[\w.-]{2,30}(?:\s*\([^()\n]{1,30}\))?\s?:\s/,
  /[;{]\s*$/,
  /^\s*\\[a-z]+\{/,
  /^\s*[\w./\\-]{1,120}\.\w{1,5}[ :(]\d+[:,]\d+\)?:?\s/,
  /^\s*§{1,2}\s?\d/,
  /^\s*as an? [\p{L} -]{2,40},? i (?:want|need|would like|can)\b/iu,
  /^\s*(?:SELECT|EXPLAIN|INSERT|UPDATE|DELETE FROM|CREATE TABLE|ALTER TABLE)\b/,
  /\((?:cost|actual time)=/,
  /^\s*[$%#❯]\s+\S/,
  /^\s*[\w.-]{1,40}@[\w.-]{1,60}[:~ ][^$#%\n]{0,120}[$#%]\s/,
  /^\s*PS [A-Z]:\\/,
  /^\s*(?:npm|yarn|pnpm) (?:ERR!|WARN)/,
  /^\s*(?:@@|\+\+\+|---|diff --git)\s/,
  /^[+-](?=[^\s-])/,
  /^\s*[{}[\]();,]+\s*$/,
  /^\s*["'][\w.-]{1,60}["']\s*:/,
  /^\s*\|.*\|\s*$/,
  /^\s*[a-z]+(?:_[a-z]+)+:\s/,
  /^\s*<\/?[A-Za-z][^>]{0,200}>\s*$/,
  // Mark-up, comments of code, commits.
  /^\s*<([A-Za-z][\w-]{0,40})(?:\s[^<>]{0,200})?>.{0,300}<\/\1>/,
  /^\s*(?:\/\/|--\s|;;|<!--|\/\*|\*\/|\{\/\*|rem\s)/i,
  /^\s*(?:feat|fix|chore|docs|refactor|test|build|ci|perf|style|revert)(?:\([\w ./,-]{1,40}\)!?|!): /,
  /^\s*[*|/\\_ ]{0,12}(?=[a-f]{0,39}\d)[0-9a-f]{7,40}\s+[^\d\s]/,
  /^\s*(?:signed-off-by|co-authored-by|reviewed-by|acked-by|reported-by|change-id):/i,
];

/** The share of other characters from which on a line is code. */
const SIGNS_MAX = 0.3;

/** Whether a line is pasted. A line that a person typed consists mostly of letters. */
export function isPastedLine(line: string): boolean {
  if (line === "") return false;
  const read = line.slice(0, LINE_MAX);
  const signs = read.replace(/[\p{L}\p{M}\p{N}\s\p{Extended_Pictographic}.,!?'"-]/gu, "").length;
  return PASTED.some((form) => form.test(read)) || (read.length > 12 && signs > read.length * SIGNS_MAX);
}

/** Lines of a ticket, a mail or a task description that nobody types to an agent. */
const RECORD_LINE =
  /^\s*(?:[a-z]+(?:_[a-z]+)+|repo|title|titel|titre|título|titolo|заголовок|标题|タイトル|description|summary|status|labels?|beschreibung|priorität|ersteller(?:in)?|bearbeiter(?:in)?|zugewiesen(?: an)?|gemeldet von|auteur|rapporteur|assigné(?: à)?|autor|creador|asignado(?: a)?|autore|assegnato(?: a)?|responsável|responsable|автор|исполнитель|виконавець|负责人|创建人|作成者|担当者|작성자|담당자|descripción|prioridad|descrição|prioridade|descrizione|priorità|priorité|описание|приоритет|描述|优先级|説明|優先度|설명|우선순위|assignee|reporter|severity|priority|component|milestone|subject|from|to|cc|sent|date|author|reply-to|message-id|version|os|platform|browser|environment|von|an|betreff|van|aan|onderwerp|od|do|temat|från|till|ämne|fra|til|emne|kimden|kime|konu|předmět|gesendet|objet|envoyé|asunto|enviado|oggetto|inviato|assunto|от|кому|тема|від|опис|пріоритет|发件人|收件人|主题|发送时间|差出人|宛先|件名|보낸 사람|받는 사람|제목)\s?[:：](?:\s|$)/iu;
const RECORD_HEADING =
  /^\s*(?:#{1,6}\s*|\*\*)?(?:description|(?:steps|how) to reproduce|to reproduce|reproduction|expected(?: behaviou?r| results?| output)?|actual(?: behaviou?r| results?| output)?|current behaviou?r|problem statement|issue description|bug description|describe the bug|environment|additional (?:context|information)|acceptance criteria|stack ?trace|traceback|original message|changed \d+ \w+ ago)\s*(?:\*\*)?:?\s*$/i;

/** "Ticket #4411", alone or before its title. */
const RECORD_NUMBER =
  /^\s*(?:ticket|issue|bug|story|task|epic|request|vorgang|aufgabe|anfrage|tarea|incidencia|tâche|attività|tarefa|задача|тикет|заявка)\s?(?:#|№|no\.?\s|nr\.?\s|[A-Z]{2,10}-)\s?\d{1,8}(?:\s?[:–—|-]\s.{0,120})?\s*$/iu;

export const isRecordLine = (line: string): boolean => {
  const read = line.slice(0, LINE_MAX);
  return RECORD_HEADING.test(read) || RECORD_LINE.test(read) || RECORD_NUMBER.test(read);
};

/** A separator line between two parts of a document. */
const RULER =
  /^\s*(?:-{3,}|\*{3,}|_{3,}|={3,}|~{5,}|—{2,}|[-=*]{2,}\s?(?:8<|>8|✂).{0,40}|[-=*<>]{3,}\s?[\p{L} ]{1,40}\s?[-=*<>]{3,})\s*$/u;
export const isRuler = (line: string): boolean => line.length <= 120 && RULER.test(line);

/** A typed command, or the crash of a program: the text below it is output. */
const SHELL =
  /^\s*(?:(?:kubectl|docker|terraform|helm|systemctl|journalctl|git (?:log|show|diff|blame))(?: [\w./:=@-]{1,40}){1,8}$|.{0,80}\bpanicked at\s|Traceback \(most recent|Uncaught\s|Unhandled\s|[$❯]\s+\S|[\w.-]{1,40}@[\w.-]{1,60}[:~ ][^$#%\n]{0,120}[$#%]\s|PS [A-Z]:\\)/;
export const isPrintHead = (line: string): boolean => SHELL.test(line.slice(0, LINE_MAX));

/** A row of values separated only by commas, semicolons or tabs, or words after the name of a program. */
const ROW = /^[^,;\t\n]{0,200}(?:[,;\t][^\s,;\t][^,;\t\n]{0,200}){2,}$|^\s*\[\p{L}[\w.:/-]{1,24}\]\s+\S/u;
export const isRow = (line: string): boolean => ROW.test(line.slice(0, LINE_MAX));

/** A heading of a document, or the path to a page of a site. */
const HEADING = /^#{1,6}\s+\S|^\p{Lu}[\p{L}\d ]{1,30}(?: [>›»] \p{Lu}[\p{L}\d ]{1,30}){2}/u;
export const isHeading = (line: string): boolean => HEADING.test(line.slice(0, LINE_MAX));

const LISTED = /^\s*(?:[-*•–+]|\(?\d{1,2}[.)]|\(?[a-hA-H][.)])\s+/;
export const isListed = (line: string): boolean => LISTED.test(line.slice(0, 20));

/** A separate line with author and time, as chat programs copy it. */
const CLOCK = /(?<!\d)\d{1,2}[:.]\d\d(?::\d\d)?\s?(?:[ap]\.?m\.?)?(?!\d)/iu;
const CLOCK_MARK =
  /[ap]\.?m\.?\b|[[(—–|•·]|\s{2,}|\t|\b(?:today|yesterday|at|edited|mon|tues?|wed(?:nes)?|thur?s?|fri|satur|sat|sun)(?:day)?\b|heute|gestern|hier|hoy|ayer|oggi|ieri|hoje|ontem|сегодня|вчера|今天|昨天|上午|下午|今日|昨日|午前|午後|오늘|어제|오전|오후/iu;
const CHAT_HEAD_MAX = 70;
const AGO_NAMES_MAX = 4;
const CHAT_NAME = /^[[(]?[\p{Lu}\p{Lo}@]|^[\p{Ll}\d][\p{L}\d._-]{1,30}\s*(?:[—–|•·[(\t]|\s{2})/u;

/** "3 days ago", as sites show it next to a name. */
const AGO =
  /(?<!\p{L})(?:\d{1,3}\s?(?:s|m|h|d|w|y|mo|mins?|hrs?|wks?|yrs?|minutes?|hours?|days?|weeks?|months?|years?)\.? ago|vor \d{1,3} (?:min|std|stunde|tag|woche|monat|jahr)\p{L}{0,3}|il y a \d{1,3} (?:h|min|heure|jour|semaine|mois|an)\p{L}{0,4}|hace \d{1,3} (?:h|min|hora|día|semana|mes|año)\p{L}{0,4}|há \d{1,3} (?:h|min|hora|dia|semana|m[eê]s|ano)\p{L}{0,4}|\d{1,3} (?:or[ae]|giorn[io]|settiman[ae]|mes[ei]|ann[io]) fa|\d{1,3} \p{Script=Cyrillic}{2,8} (?:назад|тому)|\d{1,3}\s?(?:分钟|小时|天|周|个月|年|分|時間|日|週間|か月|시간|일|주|개월|년)(?:之?前|\s?전))(?!\p{L})/iu;

/** Words that precede a time in a sentence and are not part of a name. */
const NO_NAME =
  /(?<!\p{L})(?:at|by|until|till|before|after|from|since|around|every|is|are|was|runs?|starts?|ends?|meet(?:ing)?|call|standup|deploy\p{L}*|um|bis|vor|nach|ab|a las|à|alle|às|в|до)(?!\p{L})/iu;
/** A name in lower case and a time with its half of the day, alone on a line. */
const PLAIN_HEAD =
  /^@?[\p{L}\d][\p{L}\d._'’-]{0,30}(?: [\p{L}\d][\p{L}\d._'’-]{0,30}){0,2}(?:\s?:[\w+-]{1,30}:)?,?\s+\d{1,2}[:.]\d\d(?::\d\d)?\s?[ap]\.?m\.?$/iu;
/** A time in brackets and a name, alone on a line. */
const BRACKET_HEAD =
  /^[[(][^\])\n]{0,30}\d{1,2}[:.]\d\d[^\])\n]{0,12}[\])]\s*@?[\p{L}\d][\p{L}\d._'’-]{0,30}(?: [\p{L}\d][\p{L}\d._'’-]{0,30}){0,2}$/u;
/** A time alone on a line, as Slack and Teams copy it below a name. */
const CLOCK_ALONE =
  /^(?:[—–-]\s*)?(?:(?:today|yesterday|heute|gestern|hoy|ayer|hier|oggi|ieri|hoje|ontem|сегодня|вчера)(?:\s(?:at|um|a las|à|alle|às|в))?\s+)?[[(]?\d{1,2}[:.]\d\d(?::\d\d)?\s?(?:[ap]\.?m\.?)?[\])]?$/iu;
/** A name and a time: the head of a message only if another one follows below. */
export const isNameAndTime = (line: string): boolean =>
  /^\p{L}[\p{L}\d ._'’-]{0,40}\s\d{1,2}[:.]\d\d$/u.test(line.trim().slice(0, 60));
const COMMENTED =
  /^@?[\w.-]{1,39} (?:commented|replied|wrote|left a comment|reviewed|posted|said)(?: (?:on|in) .{1,30}| (?:\w+ ){1,2}ago| yesterday| today|\s*[·•—-].{1,30})?:?$/iu;
const WHOLE_HEADS: readonly RegExp[] = [CLOCK_ALONE, BRACKET_HEAD, COMMENTED];

export function isChatHead(head: string): boolean {
  const line = head.replace(/(?<=[\])]):\s*$/u, "");
  const bare = line.trim();
  if (bare === "") return false;
  if (bare.length <= CHAT_HEAD_MAX && WHOLE_HEADS.some((form) => form.test(bare))) return true;
  if (bare.length <= CHAT_HEAD_MAX && PLAIN_HEAD.test(bare)) return !NO_NAME.test(bare);
  const names = bare.replace(AGO, " ").trim().split(/\s+/u).length;
  if (line.length <= CHAT_HEAD_MAX && names <= AGO_NAMES_MAX && AGO.test(line))
    return names < 2 || CHAT_NAME.test(bare);
  if (line.length > CHAT_HEAD_MAX || !CLOCK.test(line)) return false;
  const read = line.trim();
  return (
    CLOCK_MARK.test(read) && CHAT_NAME.test(read) && !/[.!?,;:]$/.test(read) && read.split(/\s+/u).length <= 9
  );
}

/** One to three words without an end of sentence: the author of the text below. */
export const isNameAlone = (line: string): boolean =>
  /^\s*@?[\p{L}\d][\p{L}\d._'’-]{0,30}(?: [\p{L}\d][\p{L}\d._'’-]{0,30}){0,2}\s*$/u.test(line.slice(0, 110));

/** The speaker of a chat line that has a label. */
const LABEL =
  /^\s*(?:[-*•]\s+)?(?:\*\*)?@?(\p{L}[\p{L}\p{N}_.'’-]{0,24}(?: \p{L}[\p{L}\p{N}_.'’-]{0,24}| \d{1,3}){0,2})(?:\*\*)?(?:\s?\([^()\n]{1,30}\))?\s?[:：](?:\*\*)?\s*\S/u;

export const labelOf = (line: string): string | undefined =>
  LABEL.exec(line.slice(0, 160))?.[1]?.toLowerCase();

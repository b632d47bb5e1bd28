import { isOrder, isStandingOrder, seenText } from "../../items/instruction-like.ts";
import { pattern } from "./pattern.ts";

/** How a machine reports that its environment is broken, as opposed to an assertion or a type error. */
const ENVIRONMENT = pattern(
  String.raw`
  \b(?:ECONNREFUSED|ECONNRESET|EADDRINUSE|ENOTFOUND|ETIMEDOUT|EACCES|EPERM|EMFILE|ENOSPC|ENOMEM|ENOENT|
  ERESOLVE|EBADENGINE|
  EUSAGE|ENEEDAUTH|E40[13]|ERR_\w+|P\d{4}|OOM|SSL|TLS|x509|GLIBC|DLL|SDK)\b|
  command not found|not found:|: not found|' not found|No such (?:file|target|task|module|container)|
  missing script|
  no rule to make|unknown (?:command|task|option)|permission denied|access denied|unauthori[sz]ed|forbidden|
  connection (?:refused|reset|failed|to server)|could not connect|can(?:no|')t connect|already (?:in use|
  allocated|running)|
  Cannot find (?:module|package)|No module named|could not (?:find|locate|resolve|open|load)|
  unable to (?:resolve|connect|find|locate|open|lock)|
  not (?:installed|set|defined|configured|running|logged in|authenticated|initiali[sz]ed|supported|up.to.date|
  available)|
  does(?: not|n't) support|is (?:missing|required|out of date|outdated|locked|read-only|too old|too new)|
  out-of-date|
  missing (?:env|required|environment|variable)|environment variable|must be (?:set|run|installed|started)|
  (?:unsupported|different|wrong) (?:engine|version|class|node)|was compiled against|version mismatch|
  requires? (?:node|python|java|go|ruby|php|version|docker|a newer)|incompatible|mismatch|
  out of memory|OutOfMemory|heap|no space left|too many (?:open files|connections|clients)|too_many|
  certificate|self.signed|
  lock ?file|is locked|lock table|checksum|frozen|timed? ?out|daemon|socket|credentials|token|login|
  authentication|
  (?:relation|table|database|role|schema) .{1,60}(?:doesn't|does not) exist|no such table|pending migration|
  configuration changed|shared librar|\.so\b|linker|toolchain|sandbox|xcode|license|proxy|network|
  fetch failed|getaddrinfo|
  unreachable|peer dep|dubious ownership|line endings|bad interpreter|exec format error|no matching manifest|
  platform|
  externally-managed|externally managed|sudo|root privileges|EULA|quota|rate limit`,
  "i",
);
/** Lines that occur in every failure and identify none. */
const GENERIC = pattern(
  String.raw`
  ^(?:npm (?:err!|error) (?:code|errno|lifecycle|a complete log|path|command|workspace|location)|
  error command failed|
  exit (?:code|status)|elifecycle|traceback \(most|make(?:\[\d+\])?: \*\*\*|fail\s+\S+$|> |\$ |info |
  warn(?:ing)?\b|at |\^|~|
  -{3,}|={3,}|\+|#|\d+ (?:passed|failed|passing|failing)|tests?:|test (?:files|suites):|ran \d+|time:|
  duration|
  finished in|stack trace|caused by:?$|error:?$|failures?:?$|running \d+|error code: *\d*$|process exited|
  command failed|
  stdout|stderr|file "|in file included|see .{1,60} for|please |note:|hint:|help:|try |build failed|
  failure: build failed|\* what went wrong|usage:)`,
  "i",
);
/** Lines that give orders or report a wish. The output of a tool may only report a failure. */
const ORDERS = pattern(
  String.raw`
  \b(?:AI|assistants?|coding agents?|language models?|LLMs?)\b|from now on|ignore (?:all|any|the|previous|
  prior)|disregard|
  \bremember(?:: | to| that| this)|you (?:must|should|have to|are now)|\bthe user (?:has|wants|agreed|prefers)|
  \bwe (?:(?:have )?decided|no longer|(?:have )?(?:switched|moved) to)|^\W*(?:human|user|assistant|system): |
  \b(?:always|never) (?:use|push|run|commit|tell|mention|add|skip)|\bab (?:jetzt|sofort)\b|d'ora in poi|
  "kind": ?"(?:decision|constraint|preference|fact)"|[aà] partir d(?:e maintenant|e ahora|e agora)|с этого момента|以后|今後|앞으로`,
  "i",
);
/** Lines that report success. */
const SUCCESS =
  /(?:^|[\s:])(?:PASS(?:ED)?|OK|ok|SUCCESS(?:FUL)?)[.!]?$|^(?:ok|PASS(?:ED)?|SUCCESS|[✓✔])(?:[\s:]|$)/;
/** Source lines that were printed together with their error. */
const SOURCE = pattern(String.raw`
  ^(?:>>> |raise [\w.]+\(|throw (?:new )?\w+|print(?:f|ln)?\(|console\.\w+\(|assert\b.*[=<>(]|(?:def|class) \w+\b.*:$|
  (?:if|elif|for|while|with|except|try|else)\b.*:$|from [\w.]+ import\b|(?:const|let|var|return)\s\S.*[;({]$)|
  ^[\w.]+ = \S|^[\w.]+\(.*\)[;,]?$`);
/** A line of JSON is an error line only if it contains an error word. */
const DATA = /^[\s\-*]*[{[]/;
/** An error that begins with the name of its class. */
const NAMED = /^[\w.]{0,80}(?:Error|Exception)\b:? /;
const TRACEBACK = "Traceback (most recent call last)";

const BEGINS_AS_ERROR = /^(?:\S{0,80}(?:error|exception)\b[:\]]|error\b|fatal|panic)/i;
const NAMES_ERROR = pattern(
  `
  error|exception|fatal|panic|failed|failure|cannot|can't|could not|unable|denied|refused|invalid|missing|unknown|
  unexpected|not found|undefined|unsupported|not support|changed|✗|✖|×`,
  "i",
);

/** A longer line is a dump. */
const LINE_MAX = 280;
/** Number of characters of a line that are checked to classify it. */
const SEEN_MAX = 2000;
/** Maximum number of lines that are checked, from the beginning and from the end. */
const LINES_MAX = 400;

export type ErrorLine = {
  /** The error line of the output, verbatim but trimmed. Empty if there is none. */
  readonly line: string;
  /** Whether it is about the machine, a tool or an order of steps, and not about the edited code. */
  readonly isEnvironment: boolean;
};

/** The line that identifies the failure if it occurs again, and that successful runs do not print. */
export function errorLineOf(output: string, passed: readonly string[] = []): ErrorLine {
  const notices = new Set(passed.flatMap(linesIn));
  const lines = linesIn(output).filter((line) => !notices.has(line) && canTell(line));
  // The last line of a trace is the error; the lines before it are the call stack.
  const named = output.includes(TRACEBACK) ? lines.filter((each) => NAMED.test(each)) : [];
  const line =
    named.findLast((each) => ENVIRONMENT.test(each)) ??
    named.at(-1) ??
    lines.find((each) => ENVIRONMENT.test(each) && NAMES_ERROR.test(each)) ??
    lines.find((each) => BEGINS_AS_ERROR.test(each)) ??
    lines.find((each) => NAMES_ERROR.test(each)) ??
    lines.find((each) => ENVIRONMENT.test(each)) ??
    lines.findLast((each) => !DATA.test(each) && !isOrder(each) && !isStandingOrder(each)) ??
    "";
  return { line: line.slice(0, LINE_MAX), isEnvironment: lines.some((each) => ENVIRONMENT.test(each)) };
}

function linesIn(output: string): string[] {
  const all = output.split("\n").map((line) => line.trim());
  return all.length > 2 * LINES_MAX ? [...all.slice(0, LINES_MAX), ...all.slice(-LINES_MAX)] : all;
}

function canTell(line: string): boolean {
  const seen = line.slice(0, SEEN_MAX);
  return (
    /\p{L}{2}/u.test(line) &&
    ![GENERIC, SUCCESS, SOURCE].some((each) => each.test(seen)) &&
    !ORDERS.test(seenText(seen))
  );
}

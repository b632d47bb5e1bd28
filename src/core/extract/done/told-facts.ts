import type { Finding } from "../finding.ts";
import type { Sentence } from "../said/sentences.ts";
import { topicOf } from "../topic.ts";
import { LIES, OWNS, PASSING, RUNS } from "./fact-words.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { isPerson, spokenSentences, weightOf } from "./spoken.ts";

const SURE = 0.75;
const LESS_SURE = 0.65;
const LENGTH_MIN = 12;
const PATHS_MAX = 10;

/** A path: rooted, of three parts, with an ending, or of two words that could be folders. */
const PATH =
  /(?<![\w/.])(?:(?:~|\.{1,2})?\/[\w.@-]{2,64}(?:\/[\w.@<>*-]{1,64}){0,10}\/?|(?:[\w.@<>*-]{1,64}\/){2,10}[\w.@<>*-]{0,64}|[\w.@-]{2,64}\/[\w-]{1,60}\.[a-z]{1,8}|[a-z][\w.@-]{2,64}\/(?:[a-z][\w.@-]{2,64})?|[a-z]{2,}\/[a-z][\w.-]{2,64}|[\w-]{2,60}\.(?:[cm]?[jt]sx?|json|ya?ml|toml|py|go|rs|rb|java|kt|php|sql|sh|env|md|cfg|ini|conf|gradle|tf|lock|csv|xml|proto|cs|cpp|h|ex|exs|swift|dart|lua))(?![\w/])/g;
const URL = /https?:\/\/[^\s,;)]{3,300}|\blocalhost:\d{2,5}\b/;
const PORT =
  /(?:ports?|puertos?|portas?|порт\w{0,3}|端口|ポート|포트|listens? on|escucha en|écoute sur|hört auf|ascolta su|escuta na|слушает|监听)[^\d\n]{0,12}\d{2,5}\b|(?<=[\w\s]):\d{4,5}\b|\d{2,5}\s?(?:番ポート|端口|포트)/iu;
const PRODUCTS =
  "node(?:\\.?js)?|python|java|jdk|ruby|php|go|golang|rust|postgres(?:ql)?|pg|mysql|mariadb|redis|mongo(?:db)?|rails|django|react|vue|angular|swift|kotlin|ubuntu|debian|alpine|npm|pnpm|yarn|bun|deno|gradle|maven|k8s|kubernetes|terraform|elixir|erlang|otp|dotnet|\\.net|nginx|symfony|laravel|spring(?: boot)?|airflow|dbt|spark|electron|flutter|unity|godot|ros|cuda|torch|pytorch|tensorflow|typescript|ts|openssl|glibc|clang|gcc|cmake|helm|vite|webpack|next|nuxt|svelte|qt|xcode|android|ios|macos|windows|fedora|rhel|centos|scala|sbt|perl|julia|haskell|ghc|ocaml|zig|kafka|rabbitmq|elasticsearch|opensearch|clickhouse|oracle|sqlite|numpy|pandas|minecraft";
const VERSION = new RegExp(
  `(?<![\\w.-])(?:${PRODUCTS})(?: version)? ?v?\\d{1,4}(?:\\.(?:\\d{1,6}|x)){0,3}(?![\\w%])`,
  "iu",
);
const ONLY_VERSION = new RegExp(
  `^(?:\\p{L}{2,6}[,:]? )?(?:${PRODUCTS}) v?\\d{1,4}(?:\\.(?:\\d{1,6}|x)){0,3}(?: \\p{L}{1,12})?[.,!]?\\s*$`,
  "iu",
);
const CODE = /`[^`\n]{2,160}`/;
/** A command, and what it does. */
const COMMAND_DOES =
  /`(?:[\w./-]{2,40} [^`\n]{1,140}|\.\/[^`\n]{2,100})` (?:(?!(?:is|was|has|does|fails|breaks|passes|works|crashes|hangs|needs|says|takes|behaves|looks|seems|comes|means|runs into)\b)[a-z]{3,14}s|startet|baut|erzeugt|setzt|lädt|arranca|levanta|genera|trae|lance|démarre|génère|sobe|gera|roda|avvia|запускает|генерирует|поднимает|собирает)(?!\p{L})/u;
/** What is done with which command. */
const DONE_WITH =
  /(?<!\p{L})(?:deploy|run|start|build|test|release|lint|format|seed|migrate|generate|install|publish|tests|deploys|builds|releases|deployment|deployt|gebaut|gestartet|getestet|despliega|arranca|prueba|compila|déploie|lance|teste|roda|sobe|testa|avvia|деплой\p{L}*|запуска\p{L}*|собира\p{L}*)(?!\p{L})[^`\n]{0,40} (?:with|via|using|by running|through|mit|über|con|avec|com|через|командой) `[^`\n]{3,160}`/u;
const CHANNEL = /(?:^|\s)#[a-z][\w-]{2,40}\b/;
/** A name that only code has. */
const NAME = /(?<![\w-])[a-z][a-z0-9]*_[a-z0-9_]+(?![\w-])|(?<!\w)[a-z]+[A-Z]\w+(?!\w)/;
/** What is called something, where names have signs in them that words have not. */
const CALLED =
  /(?<![\w-])(?:bucket|queue|topic|namespace|cluster|database|schema|registry|index|channel|host)\s(?:is\s|called\s|named\s)?`?[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)+/i;
/** Where one statement of a person ends and another may begin; agents finish their sentences. */
const CLAUSE = /[,;；，、](?:\s+|(?=[^\s\d]))(?:and |und |y |et |e |и )?/gu;
const LONG_CLAUSE = /[;；、，]\s*/gu;
/** A question that somebody did not care to end as one. */
const ASKED =
  /^\P{L}*(?:(?:ok|so|btw|and|hm+|hey|also|und|y|et|e|а|и)\P{L}+)?(?:how|what|whats|which|who|whose|why|where|when|wie|was|welche\p{L}?|wer|wo|warum|cómo|como|qué|que|dónde|donde|cuál|comment|où|quel\p{L}*|qui|pourquoi|qual|onde|come|dove|chi|quale|как|где|кто|какой|какая|почему|что)(?!\p{L})/u;

/** Facts that somebody states as lasting: where a thing lies, what it answers on, what runs it, whose it is. */
export function toldFacts(turns: readonly SeenTurn[]): Finding[] {
  return turns.flatMap((turn) => {
    const person = isPerson(turn);
    return spokenSentences(turn)
      .filter(({ isQuestion }) => !isQuestion)
      .flatMap((sentence) => statements(sentence, person))
      .map((text) => factOf(turn, text));
  });
}

/** The parts of a sentence that each state a fact, with what is said about it up to the next one. */
function statements({ text, look }: Sentence, person: boolean): string[] {
  // An agent that goes on to say what it does now is telling of its work.
  if ((!person && PASSING.test(look)) || ASKED.test(look)) return [];
  const starts = [
    0,
    ...[...look.matchAll(person ? CLAUSE : LONG_CLAUSE)].map((match) => match.index + match[0].length),
  ];
  const found = starts.filter((start, i) => {
    const end = starts[i + 1] ?? text.length;
    return isFact({ clause: text.slice(start, end), look: look.slice(start, end), person });
  });
  return found
    .map((start, i) => text.slice(i === 0 ? 0 : start, found[i + 1] ?? text.length))
    .map((each) => each.replace(/(?:[\s,;，；、]|\b(?:and|und|et)\b)+$/u, "").trim())
    .filter((each) => weightOf(each) >= LENGTH_MIN);
}

type Clause = { readonly clause: string; readonly look: string; readonly person: boolean };

function isFact({ clause, look, person }: Clause): boolean {
  if (person && OWNS.test(look)) return true;
  if (PASSING.test(look)) return false;
  const isPlace = new RegExp(PATH.source).test(clause) || URL.test(clause);
  if (LIES.test(look) && isPlace) return true;
  if (RUNS.test(look) && (PORT.test(clause) || URL.test(clause))) return true;
  if (COMMAND_DOES.test(clause) || DONE_WITH.test(clause)) return true;
  if (!person) return false;
  const isNamed = CODE.test(clause) || CHANNEL.test(clause) || NAME.test(clause);
  return (
    (LIES.test(look) && isNamed) ||
    (RUNS.test(look) && VERSION.test(clause)) ||
    ONLY_VERSION.test(clause) ||
    CALLED.test(clause)
  );
}

function factOf(turn: SeenTurn, text: string): Finding {
  const person = isPerson(turn);
  const paths = (text.match(PATH) ?? []).map((path) => path.replace(/[`.]+$|^`/g, "")).slice(0, PATHS_MAX);
  return {
    kind: "fact",
    text,
    certainty: "explicit",
    confidence: person ? SURE : LESS_SURE,
    topic: topicOf(text, paths),
    at: turn.at,
    evidence: [turn.position],
    origin: person ? "user" : "agent",
    ...(paths.length === 0 ? {} : { fields: { related_paths: paths } }),
  };
}

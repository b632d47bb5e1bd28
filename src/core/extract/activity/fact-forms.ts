import { pattern } from "./pattern.ts";

/** A path: absolute, with three parts, with an extension, or with two words that could be folders. */
export const PATH = pattern(
  String.raw`
  (?<![\w/.])(?:
  (?:~|\.{1,2})?/[\w.@-]{2,64}(?:/[\w.@<>*-]{1,64}){0,10}/?|
  (?:[\w.@<>*-]{1,64}/){2,10}[\w.@<>*-]{0,64}|
  [\w.@-]{2,64}/[\w-]{1,60}\.[a-z]{1,8}|
  [a-z][\w.@-]{2,64}/(?:[a-z][\w.@-]{2,64})?|
  [a-z]{2,20}/[a-z][\w.-]{2,64}|
  [\w-]{2,60}\.(?:[cm]?[jt]sx?|json|ya?ml|toml|py|go|rs|rb|java|kt|php|sql|sh|env|md|cfg|ini|conf|gradle|tf|
  lock|csv|xml|
  proto|cs|cpp|h|ex|exs|swift|dart|lua)
  )(?![\w/])`,
  "g",
);
export const URL = /https?:\/\/[^\s,;)]{3,300}|\blocalhost:\d{2,5}\b/;
export const PORT = pattern(
  String.raw`
  (?:ports?|puertos?|portas?|порт\p{L}{0,3}|端口|ポート|포트|listens? on|escucha en|écoute sur|hört auf|ascolta su|
  escuta na|
  слушает|监听)[^\d\n]{0,12}\d{2,5}\b|
  (?<=[\w\s]):\d{4,5}\b|
  \d{2,5}\s?(?:番ポート|端口|포트)`,
  "iu",
);

/** Products that people mention with a version. */
const PRODUCT = String.raw`(?:
  node(?:\.?js)?|python|java|jdk|ruby|php|go|golang|rust|postgres(?:ql)?|pg|mysql|mariadb|redis|mongo(?:db)?|
  rails|django|
  react|vue|angular|swift|kotlin|ubuntu|debian|alpine|npm|pnpm|yarn|bun|deno|gradle|maven|k8s|kubernetes|
  terraform|
  elixir|erlang|otp|dotnet|\.net|nginx|symfony|laravel|spring(?: boot)?|airflow|dbt|spark|electron|flutter|
  unity|godot|
  ros|cuda|torch|pytorch|tensorflow|typescript|ts|openssl|glibc|clang|gcc|cmake|helm|vite|webpack|next|nuxt|
  svelte|qt|
  xcode|android|ios|macos|windows|fedora|rhel|centos|scala|sbt|perl|julia|haskell|ghc|ocaml|zig|kafka|
  rabbitmq|
  elasticsearch|opensearch|clickhouse|oracle|sqlite|numpy|pandas|minecraft
  )`;
const NUMBER = String.raw`v?\d{1,4}(?:\.(?:\d{1,6}|x)){0,3}`;
export const VERSION = pattern(String.raw`(?<![\w.-])${PRODUCT}(?: version)? ?${NUMBER}(?![\w%])`, "iu");
/** A sentence, or its beginning, that states only a version. */
export const ONLY_VERSION = pattern(
  String.raw`^(?:\p{L}{2,6}[,:]? )?${PRODUCT} ${NUMBER}(?: \p{L}{1,12})?[.,!]?\s*$`,
  "iu",
);

export const CODE = /`[^`\n]{2,160}`/;
/** A command, and its effect. */
export const COMMAND_DOES = pattern(
  String.raw`
  \x60(?:[\w./-]{2,40} [^\x60\n]{1,140}|\./[^\x60\n]{2,100})\x60 (?:
  (?!(?:is|was|has|does|fails|breaks|passes|works|crashes|hangs|needs|says|takes|behaves|looks|seems|comes|
  means|runs into)\b)
  [a-z]{3,14}s|
  startet|baut|erzeugt|setzt|lädt|arranca|levanta|genera|trae|lance|démarre|génère|sobe|gera|roda|avvia|
  запускает|генерирует|поднимает|собирает
  )(?!\p{L})`,
  "u",
);
/** A task, and the command for it. */
export const DONE_WITH = pattern(
  String.raw`
  (?<!\p{L})(?:
  deploy|run|start|build|test|release|lint|format|seed|migrate|generate|install|publish|tests|deploys|builds|
  releases|
  deployment|deployt|gebaut|gestartet|getestet|despliega|arranca|prueba|compila|déploie|lance|teste|roda|sobe|
  testa|avvia|
  деплой\p{L}*|запуска\p{L}*|собира\p{L}*
  )(?!\p{L})[^\x60\n]{0,40} (?:with|via|using|by running|through|mit|über|con|avec|com|через|
  командой) \x60[^\x60\n]{3,160}\x60`,
  "u",
);
/** "we run jobs on pg-boss", "deploys go through argo": the product at the end, with a verb in the present tense. */
export const DONE_ON = pattern(
  String.raw`
  ^(?:(?:ok|so|btw|and|also|oh),?\s)?(?:
  we\s(?:run|host|deploy|ship|store|keep|serve|send|build|queue|cache|log|schedule|track|publish|render|index|
  manage)(?:\s[\p{L}\p{N}-]+){0,4}|
  (?!(?:it|this|that|he|she|they|you|i)\s)(?:[\p{L}\p{N}-]+\s){1,4}
  (?:runs?|go|goes|lives?|(?:is|are)\s(?:built|hosted|deployed|served|stored))
  )\s(?:on|with|via|through|using|over)\s
  (?!(?:\p{L}+days?|it|this|that|them|main|top|time|holds?|there|here|purpose|demand|you|me|us)(?![\p{L}\p{N}-]))
  [\p{L}\p{N}][\p{L}\p{N}./+-]{1,40}[.!]?\s*$`,
  "iu",
);
export const CHANNEL = /(?:^|\s)#[a-z][\w-]{2,40}\b/;
/** A name in a form that only code uses. */
export const NAME = /(?<![\w-])[a-z][a-z0-9]*_[a-z0-9_]+(?![\w-])|(?<!\w)[a-z]+[A-Z]\w+(?!\w)/;
/** "X is called Y", where Y contains characters that only names have. */
export const CALLED_FORM = pattern(
  String.raw`
  (?<![\w-])(?:bucket|queue|topic|namespace|cluster|database|schema|registry|index|channel|host)\s
  (?:is\s|called\s|named\s)?\x60?[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)+`,
  "i",
);

/** The end of one statement, after which another may begin. */
export const CLAUSE = /[,;；，、](?:\s+|(?=[^\s\d]))(?:and |und |y |et |e |и )?/gu;
/** A question without a question mark. */
export const QUESTION_FORM = pattern(
  String.raw`
  ^\P{L}*(?:(?:ok|so|btw|and|hm+|hey|also|und|y|et|e|а|и)\P{L}+)?(?:
  how|what|whats|which|who|whose|why|where|when|wie|was|welche\p{L}?|wer|wo|warum|cómo|como|qué|que|dónde|
  donde|cuál|
  comment|où|quel\p{L}*|qui|pourquoi|qual|onde|come|dove|chi|quale|как|где|кто|какой|какая|почему|что
  )(?!\p{L})`,
  "u",
);

/** Keys that people give values to, with the words for each. This is data for `values.ts`. */

/** The words for a key: whole words in scripts with spaces, any occurrence in others. */
type ValueName = {
  readonly spaced: string;
  readonly unspaced: string;
  /** Too general to be a key by itself: the statement must also say which interval or limit it is. */
  readonly isMany?: true;
};

/** Keys with one number at a time: the key, its words in scripts with spaces, those in others, and "many" if it is too general alone. */
const NUMBER_ROWS = `port @ ports?|puerto|porta|порт\\p{L}* @ 端口|ポート|포트
timeout @ time ?-?outs?|zeitlimit|zeitüberschreitung|tiempo de espera|délai(?: d'attente)?|tempo limite|timeout|тайм-?аут\\p{L}* @ 超时(?:时间)?|タイムアウト|타임아웃|시간 ?제한
version @ versions?|versión|versão|versione|версия|версии @ 版本|バージョン|버전
line length @ line (?:length|width)|columns|zeilenlänge|zeilenbreite|spalten|(?:longitud|ancho) de línea|longueur de ligne|largeur de ligne|(?:comprimento|largura) (?:de|da) linha|lunghezza (?:di|della) riga|длина строки|длину строки @ 行宽|行长度?|行の長さ|줄 ?길이
indent @ indent(?:ation|ed)?|einrückung|eingerückt|sangría|indentación|indentação|indentation|rientro|indentazione|отступ\\p{L}* @ 缩进|インデント|들여쓰기
retries @ retr(?:y|ies)|attempts|versuche\\p{L}*|wiederholungen|reintentos|intentos|tentatives|essais|tentativas|tentativi|попыт\\p{L}+|ретра\\p{L}+ @ 重试(?:次数)?|リトライ|再試行|재시도
limit @ (?:rate |upload |size )?limits?|max(?:imum)?|cap|at most|up to|obergrenze|höchstens|límite|máximo|limite|massimo|лимит\\p{L}*|максимум|не более @ 上限|最多|制限|最大|제한|최대 @ many
minimum @ min(?:imum)?|at least|mindestens|mínimo|al menos|au moins|pelo menos|almeno|минимум|не менее @ 至少|最低|最少|少なくとも|최소 @ many
ttl @ ttl|expir(?:y|es|ation|e)|lifetime|lebensdauer|gültigkeit|läuft .{0,20} ab|caduc\\p{L}+|expir\\p{L}+|validade|scadenza|scad\\p{L}+|срок\\p{L}*|истека\\p{L}+ @ 过期|有效期|有効期限|期限|만료|유효 ?기간
interval @ interval|every|polling|intervall|alle|cada|chaque|toutes les|ogni|intervallo|intervalo|кажд\\p{L}+|интервал\\p{L}* @ 间隔|每隔?|間隔|ごと|간격|마다 @ many
retention @ retention|keep|retain|aufbewahr\\p{L}+|aufheben|retención|conserv\\p{L}+|guardar|rétention|retenção|conservazione|хран\\p{L}+ @ 保留|保存|보관|보존
coverage @ coverage|abdeckung|cobertura|couverture|copertura|покрыти\\p{L}+ @ 覆盖率|カバレッジ|커버리지
page size @ page size|per page|seitengröße|pro seite|por página|par page|per pagina|на страниц\\p{L}+ @ 每页|ページサイズ|1ページ|페이지 ?크기|페이지당
batch size @ batch(?: size|es)?|chunk(?: size|s)?|stapelgröße|lote|lotes|lots?|lotto|батч\\p{L}*|пакет\\p{L}* @ 批次?(?:大小)?|バッチ(?:サイズ)?|배치(?: ?크기)?
workers @ workers?|threads?|replicas?|concurrency|parallelism|instances|prozesse|hilos|réplicas|processus|trabalhadores|repliche|воркер\\p{L}*|поток\\p{L}*|реплик\\p{L}* @ 线程|并发|副本|ワーカー|スレッド|並列|워커|스레드|동시
approvals @ approvals?|reviewers?|reviews|freigaben|aprobaciones|revisores|approbations|aprovações|approvazioni|апрув\\p{L}* @ 审批|审核人|承認|レビュアー|승인|리뷰어`;
export const NUMBER_KEYS: { readonly [key: string]: ValueName } = Object.fromEntries(
  NUMBER_ROWS.split("\n").map((row) => {
    const [key = "", spaced = "", unspaced = "", many] = row.split(" @ ");
    return [key, { spaced, unspaced, ...(many === undefined ? {} : { isMany: true as const }) }];
  }),
);

/** A choice, with the names of its options. */
type Choice = {
  /** Separated by spaces; other names for the same option follow "=". */
  readonly names: string;
  /** Names that are also ordinary words count only together with this pattern. */
  readonly beside?: RegExp;
  /** A project may have several at once, so the statement must say what each is for. */
  readonly isMany?: true;
};

/** Choices of which a project, or a part of it, takes one: the key, its names, whether there may be many, and what stands beside. */
const NAMED_ROWS = `package manager @ npm pnpm yarn bun
test runner @ jest vitest mocha jasmine karma
browser tests @ cypress playwright selenium puppeteer testcafe @ many
bundler @ webpack vite rollup esbuild parcel turbopack rspack
python packages @ pip poetry pipenv uv conda
linter @ eslint biome oxlint tslint
python linter @ flake8 pylint ruff
database @ postgres=postgresql=pg mysql mariadb sqlite mongodb=mongo dynamodb cockroachdb mssql cassandra duckdb couchdb=couch=pouchdb firestore clickhouse timescaledb influxdb=influx @ many
cache @ redis memcached valkey keydb @ many
queue @ rabbitmq kafka sqs nats celery sidekiq resque bullmq pulsar @ many
format @ json cbor protobuf msgpack avro yaml toml xml csv xlsx=excel parquet ron kdl @ many
api style @ REST graphql grpc trpc soap @ many
css @ tailwind bootstrap sass scss @ many
frontend framework @ react vue svelte angular preact @ many
state library @ redux zustand mobx recoil jotai pinia vuex @ many
orm @ prisma typeorm drizzle sequelize knex kysely sqlalchemy hibernate jooq @ many
module format @ esm commonjs=cjs
ci system @ jenkins circleci travis buildkite teamcity
deployment @ kubernetes=k8s nomad heroku ecs lambda @ many
container @ docker podman @ many
transport @ websockets=websocket sse polling webhooks=webhook mqtt @ many
ids @ uuid=uuidv4=uuidv7 ulid nanoid cuid snowflake autoincrement @ many
logging @ winston pino bunyan log4j logback slog zerolog @ many
date library @ momentjs=moment.js dayjs luxon date-fns
http client @ axios superagent httpx aiohttp @ many
cloud @ aws gcp azure hetzner digitalocean @ many
payments @ stripe gocardless mollie paypal adyen braintree klarna @ many
search engine @ typesense meilisearch elasticsearch opensearch algolia solr @ many
maps @ mapbox leaflet openlayers maplibre @ many
sign-in service @ auth0 keycloak cognito okta authentik zitadel @ many
error tracking @ sentry rollbar bugsnag glitchtip @ many
monitoring @ prometheus datadog newrelic zabbix nagios @ many
mail @ sendgrid mailgun postmark mailchimp @ many
sms @ twilio vonage messagebird sinch @ many
web server @ nginx caddy traefik haproxy @ many
web framework @ django flask fastapi rails sinatra laravel symfony fastify koa hono nestjs @ many
build tool @ maven gradle bazel meson cmake @ many
c++ packages @ conan vcpkg
infrastructure @ terraform pulumi cloudformation opentofu @ many
workflows @ airflow dagster luigi argo @ many
data frames @ pandas polars dask
charts @ d3 echarts chartjs=chart.js plotly highcharts @ many
static site @ astro jekyll eleventy gatsby docusaurus mkdocs sphinx @ many
game engine @ godot unity unreal bevy
mobile framework @ flutter react-native swiftui uikit xamarin ionic capacitor @ many
video codec @ h264=h.264=avc h265=h.265=hevc av1 vp9 @ many
time zone @ utc localtime @ many
name style @ camelcase snake_case kebab-case pascalcase @ many
merge style @ squash rebase @ one @ merg|commit|branch|PR|ветк|分支|合并|マージ|머지
indent @ tabs=tab=tabulatoren=tabuladores=tabulations=tabulações=tabulazioni=табы=табами spaces=leerzeichen=espacios=espaces=espaços=spazi=пробелы=пробелами @ one @ indent|einr[uü]ck|sangr[ií]a|rientr|отступ|format
quotes @ single=einfache=simples=singole=одинарные double=doppelte=dobles=doubles=duplas=doppie=двойные @ one @ quot|anführungs|comillas|guillemets|aspas|virgolette|кавычк
branch @ main master trunk develop @ one @ branch|zweig|rama|branche|ветк|分支|ブランチ|브랜치
language @ english=englisch=inglés=anglais=inglês=inglese=английском=английский=英文=英語=영어 german=deutsch=alemán=allemand=alemão=tedesco=немецкий spanish=español=spanisch french=français=französisch portuguese=português italian=italiano russian=русском=русский chinese=中文=chinesisch japanese=日本語=japanisch korean=한국어=koreanisch @ many @ commit|comment|message|doc|readme|kommentar|nachricht|mensaje|coment|nota|сообщен|коммит|注释|提交|コメント|コミット|주석|커밋|메시지`;
export const NAMED_KEYS: { readonly [key: string]: Choice } = Object.fromEntries(
  NAMED_ROWS.split("\n").map((row) => {
    const [key = "", names = "", many, beside] = row.split(" @ ");
    const isMany = many === "many" ? { isMany: true as const } : {};
    return [key, { names, ...isMany, ...(beside === undefined ? {} : { beside: new RegExp(beside, "iu") }) }];
  }),
);

/** Names that are followed by a version, besides the options above. */
export const VERSIONED = `node nodejs deno python java jdk openjdk kotlin scala go golang rust ruby php perl elixir
  erlang dart flutter swift xcode dotnet net clang gcc llvm cmake gradle maven bazel typescript ecmascript rails
  django flask fastapi spring laravel symfony phoenix next nextjs nuxt express nest electron expo android ios macos
  ubuntu debian alpine fedora windows linux ros godot unity unreal qt gtk opengl vulkan cuda elasticsearch opensearch
  typesense meilisearch nginx traefik envoy haproxy terraform ansible helm grafana prometheus airflow spark flink
  openapi http tls bluetooth usb api`;

/** Small numbers as words, beginning with two, because "one" is also an article. */
export const NUMBER_WORDS: readonly string[] = [
  ...["two zwei dos deux dois duas due два две 둘 두", "three drei tres trois três tre три 세 셋"],
  ...["four vier cuatro quatre quatro quattro четыре 네", "five fünf cinco cinq cinque пять 다섯"],
  ...["six sechs seis sei шесть 여섯", "seven sieben siete sept sete sette семь 일곱"],
  ...["eight acht ocho huit oito otto восемь 여덟", "nine neun nueve neuf nove девять 아홉"],
  "ten zehn diez dix dez dieci десять 열",
];

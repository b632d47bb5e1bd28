/** Keys that people give values to, with the words for each. This is data for `values.ts`. */

/** The words for a key: whole words in scripts with spaces, any occurrence in others. */
type ValueName = {
  readonly spaced: string;
  readonly unspaced: string;
  /** Too general to be a key by itself: the statement must also say which interval or limit it is. */
  readonly isMany?: true;
};

/** Keys with one number at a time, by the words for them. */
export const NUMBER_KEYS: { readonly [key: string]: ValueName } = {
  port: {
    spaced: "ports?|puerto|porta|порт\\p{L}*",
    unspaced: "端口|ポート|포트",
  },
  timeout: {
    spaced:
      "time ?-?outs?|zeitlimit|zeitüberschreitung|tiempo de espera|délai(?: d'attente)?|tempo limite|timeout|тайм-?аут\\p{L}*",
    unspaced: "超时(?:时间)?|タイムアウト|타임아웃|시간 ?제한",
  },
  version: {
    spaced: "versions?|versión|versão|versione|версия|версии",
    unspaced: "版本|バージョン|버전",
  },
  "line length": {
    spaced:
      "line (?:length|width)|columns|zeilenlänge|zeilenbreite|spalten|(?:longitud|ancho) de línea|longueur de ligne|largeur de ligne|(?:comprimento|largura) (?:de|da) linha|lunghezza (?:di|della) riga|длина строки|длину строки",
    unspaced: "行宽|行长度?|行の長さ|줄 ?길이",
  },
  indent: {
    spaced:
      "indent(?:ation|ed)?|einrückung|eingerückt|sangría|indentación|indentação|indentation|rientro|indentazione|отступ\\p{L}*",
    unspaced: "缩进|インデント|들여쓰기",
  },
  retries: {
    spaced:
      "retr(?:y|ies)|attempts|versuche\\p{L}*|wiederholungen|reintentos|intentos|tentatives|essais|tentativas|tentativi|попыт\\p{L}+|ретра\\p{L}+",
    unspaced: "重试(?:次数)?|リトライ|再試行|재시도",
  },
  limit: {
    spaced:
      "(?:rate |upload |size )?limits?|max(?:imum)?|cap|at most|up to|obergrenze|höchstens|límite|máximo|limite|massimo|лимит\\p{L}*|максимум|не более",
    unspaced: "上限|最多|制限|最大|제한|최대",
    isMany: true,
  },
  minimum: {
    spaced: "min(?:imum)?|at least|mindestens|mínimo|al menos|au moins|pelo menos|almeno|минимум|не менее",
    unspaced: "至少|最低|最少|少なくとも|최소",
    isMany: true,
  },
  ttl: {
    spaced:
      "ttl|expir(?:y|es|ation|e)|lifetime|lebensdauer|gültigkeit|läuft .{0,20} ab|caduc\\p{L}+|expir\\p{L}+|validade|scadenza|scad\\p{L}+|срок\\p{L}*|истека\\p{L}+",
    unspaced: "过期|有效期|有効期限|期限|만료|유효 ?기간",
  },
  interval: {
    spaced:
      "interval|every|polling|intervall|alle|cada|chaque|toutes les|ogni|intervallo|intervalo|кажд\\p{L}+|интервал\\p{L}*",
    unspaced: "间隔|每隔?|間隔|ごと|간격|마다",
    isMany: true,
  },
  retention: {
    spaced:
      "retention|keep|retain|aufbewahr\\p{L}+|aufheben|retención|conserv\\p{L}+|guardar|rétention|retenção|conservazione|хран\\p{L}+",
    unspaced: "保留|保存|보관|보존",
  },
  coverage: {
    spaced: "coverage|abdeckung|cobertura|couverture|copertura|покрыти\\p{L}+",
    unspaced: "覆盖率|カバレッジ|커버리지",
  },
  "page size": {
    spaced: "page size|per page|seitengröße|pro seite|por página|par page|per pagina|на страниц\\p{L}+",
    unspaced: "每页|ページサイズ|1ページ|페이지 ?크기|페이지당",
  },
  "batch size": {
    spaced:
      "batch(?: size|es)?|chunk(?: size|s)?|stapelgröße|lote|lotes|lots?|lotto|батч\\p{L}*|пакет\\p{L}*",
    unspaced: "批次?(?:大小)?|バッチ(?:サイズ)?|배치(?: ?크기)?",
  },
  workers: {
    spaced:
      "workers?|threads?|replicas?|concurrency|parallelism|instances|prozesse|hilos|réplicas|processus|trabalhadores|repliche|воркер\\p{L}*|поток\\p{L}*|реплик\\p{L}*",
    unspaced: "线程|并发|副本|ワーカー|スレッド|並列|워커|스레드|동시",
  },
  approvals: {
    spaced:
      "approvals?|reviewers?|reviews|freigaben|aprobaciones|revisores|approbations|aprovações|approvazioni|апрув\\p{L}*",
    unspaced: "审批|审核人|承認|レビュアー|승인|리뷰어",
  },
};

/** A choice, with the names of its options. */
type Choice = {
  /** Separated by spaces; other names for the same option follow "=". */
  readonly names: string;
  /** Names that are also ordinary words count only together with this pattern. */
  readonly beside?: RegExp;
  /** A project may have several at once, so the statement must say what each is for. */
  readonly isMany?: true;
};

/** Choices of which a project, or a part of it, takes one. */
export const NAMED_KEYS: { readonly [key: string]: Choice } = {
  "package manager": { names: "npm pnpm yarn bun" },
  "test runner": { names: "jest vitest mocha jasmine karma" },
  "browser tests": { names: "cypress playwright selenium puppeteer testcafe", isMany: true },
  bundler: { names: "webpack vite rollup esbuild parcel turbopack rspack" },
  "python packages": { names: "pip poetry pipenv uv conda" },
  linter: { names: "eslint biome oxlint tslint" },
  "python linter": { names: "flake8 pylint ruff" },
  database: {
    names:
      "postgres=postgresql=pg mysql mariadb sqlite mongodb=mongo dynamodb cockroachdb mssql cassandra duckdb couchdb=couch=pouchdb firestore clickhouse timescaledb influxdb=influx",
    isMany: true,
  },
  cache: { names: "redis memcached valkey keydb", isMany: true },
  queue: { names: "rabbitmq kafka sqs nats celery sidekiq resque bullmq pulsar", isMany: true },
  format: {
    names: "json cbor protobuf msgpack avro yaml toml xml csv xlsx=excel parquet ron kdl",
    isMany: true,
  },
  "api style": { names: "REST graphql grpc trpc soap", isMany: true },
  css: { names: "tailwind bootstrap sass scss", isMany: true },
  "frontend framework": { names: "react vue svelte angular preact", isMany: true },
  "state library": { names: "redux zustand mobx recoil jotai pinia vuex", isMany: true },
  orm: { names: "prisma typeorm drizzle sequelize knex kysely sqlalchemy hibernate jooq", isMany: true },
  "module format": { names: "esm commonjs=cjs" },
  "ci system": { names: "jenkins circleci travis buildkite teamcity" },
  deployment: { names: "kubernetes=k8s nomad heroku ecs lambda", isMany: true },
  container: { names: "docker podman", isMany: true },
  transport: { names: "websockets=websocket sse polling webhooks=webhook mqtt", isMany: true },
  ids: { names: "uuid=uuidv4=uuidv7 ulid nanoid cuid snowflake autoincrement", isMany: true },
  logging: { names: "winston pino bunyan log4j logback slog zerolog", isMany: true },
  "date library": { names: "momentjs=moment.js dayjs luxon date-fns" },
  "http client": { names: "axios superagent httpx aiohttp", isMany: true },
  cloud: { names: "aws gcp azure hetzner digitalocean", isMany: true },
  payments: { names: "stripe gocardless mollie paypal adyen braintree klarna", isMany: true },
  "search engine": { names: "typesense meilisearch elasticsearch opensearch algolia solr", isMany: true },
  maps: { names: "mapbox leaflet openlayers maplibre", isMany: true },
  "sign-in service": { names: "auth0 keycloak cognito okta authentik zitadel", isMany: true },
  "error tracking": { names: "sentry rollbar bugsnag glitchtip", isMany: true },
  monitoring: { names: "prometheus datadog newrelic zabbix nagios", isMany: true },
  mail: { names: "sendgrid mailgun postmark mailchimp", isMany: true },
  sms: { names: "twilio vonage messagebird sinch", isMany: true },
  "web server": { names: "nginx caddy traefik haproxy", isMany: true },
  "web framework": {
    names: "django flask fastapi rails sinatra laravel symfony fastify koa hono nestjs",
    isMany: true,
  },
  "build tool": { names: "maven gradle bazel meson cmake", isMany: true },
  "c++ packages": { names: "conan vcpkg" },
  infrastructure: { names: "terraform pulumi cloudformation opentofu", isMany: true },
  workflows: { names: "airflow dagster luigi argo", isMany: true },
  "data frames": { names: "pandas polars dask" },
  charts: { names: "d3 echarts chartjs=chart.js plotly highcharts", isMany: true },
  "static site": { names: "astro jekyll eleventy gatsby docusaurus mkdocs sphinx", isMany: true },
  "game engine": { names: "godot unity unreal bevy" },
  "mobile framework": { names: "flutter react-native swiftui uikit xamarin ionic capacitor", isMany: true },
  "video codec": { names: "h264=h.264=avc h265=h.265=hevc av1 vp9", isMany: true },
  "time zone": { names: "utc localtime", isMany: true },
  "name style": { names: "camelcase snake_case kebab-case pascalcase", isMany: true },
  "merge style": { names: "squash rebase", beside: /merg|commit|branch|PR|ветк|分支|合并|マージ|머지/iu },
  indent: {
    names:
      "tabs=tab=tabulatoren=tabuladores=tabulations=tabulações=tabulazioni=табы=табами spaces=leerzeichen=espacios=espaces=espaços=spazi=пробелы=пробелами",
    beside: /indent|einr[uü]ck|sangr[ií]a|rientr|отступ|format/iu,
  },
  quotes: {
    names: "single=einfache=simples=singole=одинарные double=doppelte=dobles=doubles=duplas=doppie=двойные",
    beside: /quot|anführungs|comillas|guillemets|aspas|virgolette|кавычк/iu,
  },
  branch: {
    names: "main master trunk develop",
    beside: /branch|zweig|rama|branche|ветк|分支|ブランチ|브랜치/iu,
  },
  language: {
    names:
      "english=englisch=inglés=anglais=inglês=inglese=английском=английский=英文=英語=영어 german=deutsch=alemán=allemand=alemão=tedesco=немецкий spanish=español=spanisch french=français=französisch portuguese=português italian=italiano russian=русском=русский chinese=中文=chinesisch japanese=日本語=japanisch korean=한국어=koreanisch",
    beside:
      /commit|comment|message|doc|readme|kommentar|nachricht|mensaje|coment|nota|сообщен|коммит|注释|提交|コメント|コミット|주석|커밋|메시지/iu,
    isMany: true,
  },
};

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

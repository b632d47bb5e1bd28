/**
 * Topics of statements, and the words that indicate them: English first, then German, Spanish, French, Portuguese,
 * Italian, Russian, Chinese, Japanese, Korean. A star stands for any ending. If two topics match equally often, the
 * earlier one wins, so narrow topics come before wide ones.
 */
export const TOPICS: { readonly [topic: string]: string } = {
  payments: `payment* pay invoice* billing stripe checkout refund* price* pricing currency tax vat zahlung* rechnung*
    pago* factura* paiement* facturation pagamento* fatura* fattura* оплат* платеж* платёж* счет* 支付 付款 发票 账单
    決済 支払 請求 결제 청구`,
  auth: `auth authent* authoriz* authoris* oauth* oidc saml sso login* logout signin signup jwt jwts password* passwort*
    anmeld* session* cookie* rbac permission* berechtigung* contraseña* autentic* connexion authentif* senha*
    autenticaz* accesso авториз* аутентиф* парол* вход* 登录 认证 鉴权 密码 权限 ログイン 認証 認可 パスワード 로그인 인증 비밀번호 권한`,
  database: `database* db dbs sql postgres* psql mysql mariadb sqlite* mongo* migration* schema* orm prisma drizzle knex
    sqlalchemy index* query queries transaction* datenbank* tabelle* migrationen base bases datos tabla* migracion*
    données requête* migra* banco dados tabela* consulta* banca dati tabella* база базы базе базу данных таблиц* миграц*
    запрос* 数据库 数据表 迁移 索引 事务 データベース マイグレーション テーブル クエリ 데이터베이스 마이그레이션 테이블 쿼리`,
  caching: `cache* caching cached redis memcache* valkey ttl zwischenspeicher* caché cacher кэш* кеш* 缓存 キャッシュ 캐시`,
  queue: `queue* kafka rabbitmq sqs nats pubsub broker* consumer* worker* cron job jobs bullmq celery sidekiq
    warteschlange* cola colas fila filas coda очеред* воркер* 队列 消息 キュー ジョブ 큐 대기열`,
  tests: `test* vitest jest mocha pytest rspec junit playwright cypress e2e mock* fixture* coverage spec specs snapshot*
    assert* flaky prueba* essai* teste* prova* тест* покрыт* 测试 覆盖率 单测 テスト 試験 カバレッジ 테스트 커버리지`,
  ci: `ci pipeline* workflow* actions jenkins circleci runner* buildkite пайплайн* 流水线 持续集成 パイプライン 파이프라인`,
  deploy: `deploy* release* rollout* rollback* staging production prod canary ship vercel netlify heroku fly ausliefer*
    veröffentlich* despleg* despliegue* déploi* déploy* livraison implant* implantaç* rilasc* distribuz* деплой* релиз*
    выкат* 部署 发布 上线 回滚 デプロイ リリース 本番 배포 릴리스 출시`,
  git: `git commit* branch* merge* rebase* squash pr prs pull push tag tags changelog gitignore trunk fork zweig*
    rama ramas branche* ramo коммит* ветк* ветв* 提交 分支 合并 コミット ブランチ マージ プルリク 커밋 브랜치 병합`,
  dependencies: `dependenc* package* npm pnpm yarn bun pip poetry uv cargo gem gems bundler maven gradle lockfile* lib libs
    library libraries vendor* upgrade* paket* abhängigk* bibliothek* dependencia* paquete* librería* biblioteca* paquet*
    dépendance* bibliothèque* dependência* pacote* dipendenz* pacchett* libreria* зависимост* пакет* библиотек* 依赖 包管理
    库 依存 パッケージ ライブラリ 의존성 패키지 라이브러리`,
  build: `build* compile* compiler bundle* webpack vite rollup esbuild tsc turbo bazel make makefile cmake target* transpil*
    kompil* baue* compil* constru* costru* сборк* сборщик* собира* компил* 构建 编译 打包 ビルド コンパイル 빌드 컴파일`,
  logging: `log logs logging logger* telemetry tracing trace traces metric* monitor* sentry grafana prometheus
    opentelemetry otel protokoll* registro* journal* journaux логи лог логов логир* 日志 监控 ログ 監視 로그 모니터링`,
  errors: `error* exception* failure* retry retries retried timeout* panic* crash* fehler* ausnahme* fehlschl* errores
    excepcion* erreur* échec* erro erros exceç* errore errori eccezion* ошибк* исключен* таймаут* повтор* 错误 异常 重试 超时
    エラー 例外 リトライ タイムアウト 오류 에러 예외 재시도 타임아웃`,
  performance: `performance perf latency throughput slow fast speed memory leak* p95 p99 benchmark* profil* optimi*
    langsam* schnell* leistung rendimiento lento lenta rápid* vitesse lent lente rapide desempenho prestazion* veloc*
    производительн* медленн* быстр* 性能 延迟 パフォーマンス 性能 遅延 성능 지연`,
  security: `security secure secret* token* vulnerab* cve* encrypt* tls https ssl csrf xss cors sanitiz* audit* gdpr pii
    sicherheit* geheim* verschlüssel* seguridad secreto* cifr* sécurité chiffr* segurança segredo* sicurezza segret*
    безопасн* секрет* шифр* токен* 安全 密钥 加密 令牌 セキュリティ 秘密 暗号 トークン 보안 암호화 토큰`,
  api: `api apis endpoint* rest graphql grpc rpc route* router http request* response* webhook* openapi swagger payload*
    schnittstelle* anfrage* antwort* ruta rutas solicitud* requête interface rota rotas requisiç* richiest* эндпоинт*
    ручк* маршрут* 接口 路由 请求 响应 エンドポイント リクエスト レスポンス ルート 엔드포인트 요청 응답 라우트`,
  mobile: `mobile android ios swift kotlin flutter expo reactnative iphone móvil* telemóvel* celular мобильн* 移动端 手机 安卓
    モバイル アンドロイド 모바일 안드로이드`,
  infra: `infra infrastructure docker* container* kubernetes k8s helm terraform pulumi aws gcp azure s3 server* nginx
    cluster* lambda vm vms dns cdn serveur* servidor* contenedor* conteneur* contêiner* contenitor* сервер* контейнер*
    кластер* 服务器 容器 集群 サーバー コンテナ クラスタ 서버 컨테이너 클러스터`,
  ui: `ui ux css scss tailwind html button* component* page* screen* modal* form forms layout* theme* dark icon* font*
    react vue svelte angular nextjs frontend oberfläche* knopf schaltfläche* seite* botón botones pantalla* página* bouton*
    écran* botão botões tela telas pulsant* schermat* pagina* кнопк* экран* страниц* интерфейс* фронт* 界面 按钮 页面 组件 前端
    画面 ボタン コンポーネント ページ フロント 화면 버튼 컴포넌트 페이지 프론트`,
  naming: `name* naming rename* prefix* suffix* identifier* camelcase kebab snake benenn* namen bezeichn* nombre* nom noms
    nommer nommage nome nomes nomi имен* назван* 命名 名称 名字 名前 命名 이름 네이밍 명명`,
  style: `style* lint* eslint prettier biome ruff black format* indent* tab tabs spaces semicolon* quotes export exports
    import imports comment* convention* einrück* leerzeichen kommentar* formatier* estilo* tabulador* comentario*
    tabulation* espaces commentaire* tabulaç* espaço* comentário* stile tabulazion* commenti стил* отступ* пробел* табы
    комментари* 风格 缩进 注释 格式 代码规范 スタイル インデント コメント 書式 スタイル 들여쓰기 주석 코멘트 서식`,
  docs: `doc docs documentation document* readme* guide* tutorial* adr adrs wiki jsdoc dokument* anleitung* documentac*
    documentaç* documentaz* документ* ридми 文档 说明 ドキュメント 文書 手順書 문서`,
  types: `typescript type types typed typing mypy zod generics any unknown null nullable typ typen tipo tipos tipi тип типы
    типов типиз* 类型 型 타입`,
  config: `config* setting* env environment* flag flags yaml toml json variable* default* port ports konfig*
    einstellung* umgebung* puerto* variables ajuste* réglage* paramètre* configuraç* porta portas impostazion* конфиг*
    настройк* переменн* порт порта порту 配置 环境变量 端口 设置 設定 環境変数 ポート 설정 환경변수 포트`,
  language: `english german deutsch englisch spanish español french français portuguese português italian italiano russian
    rust golang go python java ruby php elixir scala translate* translation* i18n locale* сообщен* 英文 中文 日本語 英語
    한국어 영어`,
  data: `data csv parquet export* import* etl dataset* backup* storage blob* json* archive* daten sicherung* datos datos*
    sauvegarde* dados dati бэкап* архив* 数据 备份 データ バックアップ 데이터 백업`,
  architecture: `architecture module* service* monolith* microservice* monorepo* layer* structure folder* director* pattern*
    architektur* modul* dienst* ordner arquitectura servicio* carpeta* dossier* serviço* pasta pastas architettura servizi*
    cartell* архитектур* модул* сервис* папк* слой 架构 模块 服务 目录 アーキテクチャ モジュール サービス ディレクトリ フォルダ 아키텍처 모듈
    서비스 폴더 디렉터리`,
  review: `review* approve* approval* reviewer* durchsicht* revis* relecture revisão revision* ревью 评审 审查 レビュー 리뷰`,
  planning: `plan plans milestone* sprint* roadmap deadline* estimate* ticket* issue* backlog scope aufgabe* meilenstein*
    plazo* tâche* prazo* scadenz* задач* срок* 计划 里程碑 排期 計画 締切 タスク 계획 일정 작업`,
};

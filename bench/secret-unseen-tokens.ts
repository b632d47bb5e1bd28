import {
  ALNUM,
  B32,
  B64,
  B64URL,
  base64,
  DIGITS,
  HEX,
  inside,
  type Pick,
  token,
  type UnseenForm,
  UPPER,
} from "./secret-unseen-parts.ts";

/** Tokens that are recognisable by their form. */
export const UNSEEN_TOKENS: readonly UnseenForm[] = [
  token("github fine-grained", (p) => `github_pat_${p.of(ALNUM, 22)}_${p.of(ALNUM, 59)}`),
  token("github app", (p) => `ghs_${p.of(ALNUM, 36)}`),
  token("github refresh", (p) => `ghr_${p.of(ALNUM, 36)}`),
  token("gitlab personal", (p) => `glpat-${p.of(B64URL, 20)}`),
  token("gitlab runner", (p) => `glrt-${p.of(B64URL, 20)}`),
  token("gitlab deploy", (p) => `gldt-${p.of(B64URL, 20)}`),
  token("slack bot", (p) => `xoxb-${p.of(DIGITS, 12)}-${p.of(DIGITS, 13)}-${p.of(ALNUM, 24)}`),
  token("slack app", (p) => `xapp-1-A${p.of(UPPER + DIGITS, 10)}-${p.of(DIGITS, 13)}-${p.of(HEX, 64)}`),
  inside(
    "slack webhook",
    (p) => p.of(ALNUM, 24),
    (s, p) =>
      `https://hooks.slack.com/services/T${p.of(UPPER + DIGITS, 8)}/B${p.of(UPPER + DIGITS, 10)}/${s}`,
  ),
  inside(
    "discord webhook",
    (p) => p.of(B64URL, 68),
    (s, p) => `https://discord.com/api/webhooks/${p.of(DIGITS, 18)}/${s}`,
  ),
  inside(
    "teams webhook",
    (p) => p.of(HEX, 32),
    (s, p) =>
      `https://acme.webhook.office.com/webhookb2/${p.of(HEX, 8)}-${p.of(HEX, 4)}-4${p.of(HEX, 3)}-a${p.of(HEX, 3)}-${p.of(HEX, 12)}@${p.of(HEX, 8)}-${p.of(HEX, 4)}-4${p.of(HEX, 3)}-b${p.of(HEX, 3)}-${p.of(HEX, 12)}/IncomingWebhook/${s}/${p.of(HEX, 8)}-${p.of(HEX, 4)}-4${p.of(HEX, 3)}-a${p.of(HEX, 3)}-${p.of(HEX, 12)}`,
  ),
  token("aws access key id", (p) => `AKIA${p.of(B32, 16)}`),
  token("google api", (p) => `AIza${p.of(B64URL, 35)}`),
  token("google oauth secret", (p) => `GOCSPX-${p.of(B64URL, 28)}`),
  token("google refresh", (p) => `1//0${p.of(B64URL, 60)}`),
  token("stripe live", (p) => `sk_live_${p.of(ALNUM, 24)}`),
  token("stripe restricted", (p) => `rk_live_${p.of(ALNUM, 24)}`),
  token("stripe webhook", (p) => `whsec_${p.of(ALNUM, 32)}`),
  token("openai project", (p) => `sk-proj-${p.of(B64URL, 74)}T3BlbkFJ${p.of(B64URL, 74)}`),
  token("anthropic", (p) => `sk-ant-api03-${p.of(B64URL, 93)}AA`),
  token("hugging face", (p) => `hf_${p.of(ALNUM, 34)}`),
  token("groq", (p) => `gsk_${p.of(ALNUM, 52)}`),
  token("xai", (p) => `xai-${p.of(ALNUM, 80)}`),
  token("replicate", (p) => `r8_${p.of(ALNUM, 37)}`),
  token("npm", (p) => `npm_${p.of(ALNUM, 36)}`),
  token("pypi", (p) => `pypi-AgEIcHlwaS5vcmc${p.of(B64URL, 70)}`),
  token("docker hub", (p) => `dckr_pat_${p.of(B64URL, 27)}`),
  token("sendgrid", (p) => `SG.${p.of(B64URL, 22)}.${p.of(B64URL, 43)}`),
  token("mailgun", (p) => `key-${p.of(HEX, 32)}`),
  token("twilio key", (p) => `SK${p.of(HEX, 32)}`),
  token("telegram bot", (p) => `${p.of("123456789", 1)}${p.of(DIGITS, 9)}:AA${p.of(B64URL, 33)}`),
  token("digitalocean", (p) => `dop_v1_${p.of(HEX, 64)}`),
  token("heroku", (p) => `HRKU-AA${p.of(B64URL, 58)}`),
  token("linear", (p) => `lin_api_${p.of(ALNUM, 40)}`),
  token("notion", (p) => `ntn_${p.of(ALNUM, 46)}`),
  token("figma", (p) => `figd_${p.of(B64URL, 40)}`),
  token("shopify", (p) => `shpat_${p.of(HEX, 32)}`),
  token("square", (p) => `EAAA${p.of(B64URL, 60)}`),
  token("databricks", (p) => `dapi${p.of(HEX, 32)}`),
  token("vault service", (p) => `hvs.${p.of(B64URL, 90)}`),
  token("terraform cloud", (p) => `${p.of(ALNUM, 14)}.atlasv1.${p.of(B64URL, 67)}`),
  token("doppler", (p) => `dp.pt.${p.of(ALNUM, 43)}`),
  token("grafana", (p) => `glsa_${p.of(ALNUM, 32)}_${p.of(HEX, 8)}`),
  token("new relic", (p) => `NRAK-${p.of(UPPER + DIGITS, 27)}`),
  token("sentry", (p) => `sntrys_${p.of(B64URL, 80)}`),
  token("supabase", (p) => `sbp_${p.of(HEX, 40)}`),
  token("planetscale", (p) => `pscale_tkn_${p.of(B64URL, 43)}`),
  token("fly.io", (p) => `FlyV1 fm2_${p.of(B64, 120)}`),
  token("age key", (p) => `AGE-SECRET-KEY-1${p.of("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)}`),
  token(
    "jwt",
    (p) =>
      `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${base64(`{"sub":"${p.of(DIGITS, 9)}","iat":17${p.of(DIGITS, 8)}}`).replaceAll("=", "")}.${p.of(B64URL, 43)}`,
  ),
  inside(
    "azure sas",
    (p) => p.of(ALNUM, 43),
    (s) =>
      `https://acmestore.blob.core.windows.net/logs/a.txt?sp=r&st=2026-04-01T08:00:00Z&sv=2023-11-03&sr=b&sig=${s}%3D`,
  ),
  inside(
    "s3 presigned",
    (p) => p.of(HEX, 64),
    (s, p) =>
      `https://acme.s3.amazonaws.com/dump.sql?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA${p.of(B32, 16)}%2F20260401%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Signature=${s}`,
  ),
  inside(
    "otpauth",
    (p) => p.of(B32, 32),
    (s) => `otpauth://totp/Acme:ops@acme.test?secret=${s}&issuer=Acme`,
  ),
];

/** DSNs and URLs that contain a password: only the password is secret. */
const dsn = (id: string, text: (password: string, pick: Pick) => string): UnseenForm =>
  inside(id, (pick) => pick.of(ALNUM, 12 + pick.int(8)), text);
export const UNSEEN_ADDRESSES: readonly UnseenForm[] = [
  dsn("postgres dsn", (s) => `postgresql://shop_rw:${s}@db-1.internal:5432/shop?sslmode=require`),
  dsn("mongo srv", (s) => `mongodb+srv://admin:${s}@cluster0.ab1cd.mongodb.net/prod`),
  dsn("redis", (s) => `rediss://:${s}@cache.internal:6380/0`),
  dsn("amqp", (s) => `amqps://worker:${s}@mq.internal/vhost`),
  dsn("ftp", (s) => `ftp://deploy:${s}@files.acme.test/www`),
  dsn("https basic", (s) => `https://ci:${s}@git.acme.test/team/app.git`),
  dsn("jdbc", (s) => `jdbc:mysql://db:3306/app?user=app&password=${s}&useSSL=true`),
  dsn(
    "ado",
    (s) => `Server=tcp:acme.database.windows.net,1433;Database=app;User ID=sa;Password=${s};Encrypt=True;`,
  ),
  dsn("smtp", (s) => `smtp://mailer%40acme.test:${s}@smtp.acme.test:587`),
  dsn("query token", (s) => `https://api.acme.test/v2/orders?limit=10&access_token=${s}`),
  dsn("ldap", (s) => `ldapsearch -x -D cn=admin,dc=acme,dc=test -w ${s} -b dc=acme,dc=test`),
];

/** A format of secrets with a generator. All secrets are generated; none was ever real. */
export type Format = {
  readonly id: string;
  /**
   * `shaped` secrets are recognisable by their form. `named` ones and `password`s need their name next to
   * them. A `whole` includes its surroundings.
   */
  readonly kind: "shaped" | "named" | "password" | "whole";
  /** The name of the setting that would contain it. */
  readonly name: string;
  readonly make: (draw: Draw) => Made;
};

/** A text to plant, and the parts of it that must not survive. */
export type Made = { readonly text: string; readonly secrets: readonly string[] };

export type Draw = {
  readonly of: (letters: string, length: number) => string;
  readonly number: (below: number) => number;
};

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const HEX = "0123456789abcdef";
const ALNUM = UPPER + LOWER + DIGITS;
const WORD = `${ALNUM}_-`;
const B64 = `${ALNUM}+/`;
const BASE32 = `${UPPER}234567`;

export function drawOf(chance: () => number): Draw {
  const number = (below: number) => Math.floor(chance() * below);
  const of = (letters: string, length: number) =>
    Array.from({ length }, () => letters[number(letters.length)]).join("");
  return { of, number };
}

/** A literal text, or random characters of an alphabet. `public` ones are not secret. */
type Part = string | readonly [letters: string, length: number, known?: "public"];

const shaped = (id: string, name: string, ...parts: readonly Part[]): Format => ({
  id,
  name,
  kind: "shaped",
  make: drawn(parts),
});
const named = (id: string, name: string, ...parts: readonly Part[]): Format => ({
  id,
  name,
  kind: "named",
  make: drawn(parts),
});

function drawn(parts: readonly Part[]): (draw: Draw) => Made {
  return (draw) => {
    const pieces = parts.map((part) => (typeof part === "string" ? part : draw.of(part[0], part[1])));
    const secrets = pieces.filter(
      (piece, i) => typeof parts[i] !== "string" && parts[i]?.[2] === undefined && piece.length >= 6,
    );
    return { text: pieces.join(""), secrets };
  };
}

const whole = (id: string, make: (draw: Draw) => Made): Format => ({ id, name: "", kind: "whole", make });

const uuid = (draw: Draw): string => [8, 4, 4, 4, 12].map((length) => draw.of(HEX, length)).join("-");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

const WORDS = "Harbor Maple Copper Falcon Winter Saturn Pepper Velvet Canyon Meadow Orbit Quartz".split(" ");
const SIGNS = "!#%*_+-.~?";

/** A password in the style of people or of a generator. */
export function passwordOf(draw: Draw, signs = SIGNS): string {
  const word = WORDS[draw.number(WORDS.length)] ?? "";
  const style = draw.number(3);
  if (style === 0) return `${word}${draw.of(DIGITS, 4)}${draw.of(signs, 1)}${draw.of(LOWER, 2)}`;
  if (style === 1) return `${draw.of(LOWER, 3)}${draw.of(DIGITS, 2)}${draw.of(signs, 1)}${draw.of(ALNUM, 8)}`;
  return draw.of(ALNUM, 9) + draw.of(DIGITS, 3) + draw.of(ALNUM, 6);
}

const password = (id: string, name: string): Format => ({
  id,
  name,
  kind: "password",
  make: (draw) => {
    const secret = passwordOf(draw);
    return { text: secret, secrets: [secret] };
  },
});

/** A format that puts a text around one password. */
const around = (id: string, text: (secret: string, draw: Draw) => string, signs?: string): Format =>
  whole(id, (draw) => {
    const secret = passwordOf(draw, signs);
    return { text: text(secret, draw), secrets: [secret] };
  });

const SAFE = "-._~!";

function pem(
  label: string,
  draw: Draw,
  options: { readonly lines: number; readonly head?: string; readonly end?: string },
): Made {
  const secrets = Array.from({ length: options.lines }, () => draw.of(B64, 64));
  const dashes = "-".repeat(5);
  const end = options.end ?? "\n";
  const lines = [
    `${dashes}BEGIN ${label}${dashes}`,
    ...(options.head ? [options.head] : []),
    ...secrets,
    `${dashes}END ${label}${dashes}`,
  ];
  return { text: lines.join(end), secrets };
}

function jwt(draw: Draw): Made {
  const head = base64url(JSON.stringify({ alg: "HS256", typ: "JWT" }));
  const body = base64url(JSON.stringify({ sub: draw.of(DIGITS, 8), iat: 1_700_000_000 + draw.number(9999) }));
  const signature = draw.of(WORD, 43);
  return { text: `${head}.${body}.${signature}`, secrets: [signature] };
}

function encoded(text: string): Made {
  const wrapped = base64(text);
  return { text: wrapped, secrets: [wrapped] };
}

const SHAPED: readonly Format[] = [
  shaped("aws-access-key", "AWS_ACCESS_KEY_ID", "AK" + "IA", [BASE32, 16]),
  shaped("aws-temporary-key", "AWS_ACCESS_KEY_ID", "AS" + "IA", [BASE32, 16]),
  shaped("aws-session-token", "AWS_SESSION_TOKEN", "IQoJb3JpZ2lu", "X2VjE", [B64, 180]),
  shaped("google-api-key", "GOOGLE_API_KEY", "AI" + "za", [WORD, 35]),
  shaped("google-oauth-secret", "GOOGLE_CLIENT_SECRET", "GOC" + "SPX-", [WORD, 28]),
  shaped("google-oauth-token", "GCLOUD_TOKEN", "ya" + "29.", [WORD, 120]),
  shaped("azure-client-secret", "AZURE_CLIENT_SECRET", [ALNUM, 3], "8Q" + "~", [WORD, 34]),
  shaped("github-personal", "GITHUB_TOKEN", "gh" + "p_", [ALNUM, 36]),
  shaped("github-oauth", "GH_TOKEN", "gh" + "o_", [ALNUM, 36]),
  shaped("github-server", "GITHUB_TOKEN", "gh" + "s_", [ALNUM, 36]),
  shaped("github-fine-grained", "GH_PAT", "github" + "_pat_", [ALNUM, 22], "_", [ALNUM, 59]),
  shaped("gitlab", "GITLAB_TOKEN", "gl" + "pat-", [WORD, 20]),
  shaped("gitlab-deploy", "CI_DEPLOY_TOKEN", "gl" + "dt-", [WORD, 20]),
  shaped("bitbucket", "BITBUCKET_APP_PASSWORD", "AT" + "BB", [ALNUM, 32]),
  shaped("atlassian", "JIRA_API_TOKEN", "ATA" + "TT3", [WORD, 180]),
  shaped("slack-bot", "SLACK_BOT_TOKEN", "xo" + "xb-", [DIGITS, 12], "-", [DIGITS, 12], "-", [ALNUM, 24]),
  shaped("slack-app", "SLACK_APP_TOKEN", "xa" + "pp-1-A", [UPPER + DIGITS, 10], "-", [DIGITS, 13], "-", [
    HEX,
    64,
  ]),
  shaped(
    "slack-webhook",
    "SLACK_WEBHOOK_URL",
    "https://hooks.sl" + "ack.com/services/T",
    [UPPER + DIGITS, 8],
    "/B",
    [UPPER + DIGITS, 8],
    "/",
    [ALNUM, 24],
  ),
  shaped("discord-bot", "DISCORD_TOKEN", "MT", [ALNUM, 24, "public"], ".G", [ALNUM, 5], ".", [WORD, 38]),
  shaped(
    "discord-webhook",
    "DISCORD_WEBHOOK",
    "https://disc" + "ord.com/api/webhooks/",
    [DIGITS, 18, "public"],
    "/",
    [WORD, 68],
  ),
  shaped("telegram", "TELEGRAM_BOT_TOKEN", [DIGITS, 10], ":AA", [WORD, 33]),
  shaped("stripe-live", "STRIPE_SECRET_KEY", "sk" + "_live_", [ALNUM, 24]),
  shaped("stripe-restricted", "STRIPE_KEY", "rk" + "_live_", [ALNUM, 40]),
  shaped("stripe-webhook", "STRIPE_WEBHOOK_SECRET", "wh" + "sec_", [ALNUM, 32]),
  shaped("square", "SQUARE_ACCESS_TOKEN", "sq0" + "atp-", [WORD, 22]),
  shaped("braintree", "BRAINTREE_TOKEN", "access_token" + "$production$", [LOWER + DIGITS, 16], "$", [
    HEX,
    32,
  ]),
  shaped("shopify", "SHOPIFY_TOKEN", "shp" + "at_", [HEX, 32]),
  shaped("twilio-key", "TWILIO_API_KEY", "S" + "K", [HEX, 32]),
  shaped("sendgrid", "SENDGRID_API_KEY", "S" + "G.", [WORD, 22], ".", [WORD, 43]),
  shaped("mailgun", "MAILGUN_API_KEY", "ke" + "y-", [HEX, 32]),
  shaped("mailchimp", "MAILCHIMP_API_KEY", [HEX, 32], "-us", "14"),
  shaped("brevo", "BREVO_API_KEY", "xkey" + "sib-", [HEX, 64], "-", [ALNUM, 16]),
  shaped("openai", "OPENAI_API_KEY", "s" + "k-", [ALNUM, 20], "T3Blbk" + "FJ", [ALNUM, 20]),
  shaped("openai-project", "OPENAI_API_KEY", "sk" + "-proj-", [WORD, 74], "T3Blbk" + "FJ", [WORD, 74]),
  shaped("openai-service", "OPENAI_API_KEY", "sk" + "-svcacct-", [WORD, 74], "T3Blbk" + "FJ", [WORD, 74]),
  shaped("anthropic", "ANTHROPIC_API_KEY", "sk" + "-ant-api03-", [WORD, 93], "AA"),
  shaped("openrouter", "OPENROUTER_API_KEY", "sk" + "-or-v1-", [HEX, 64]),
  shaped("deepseek", "DEEPSEEK_API_KEY", "s" + "k-", [HEX, 32]),
  shaped("huggingface", "HF_TOKEN", "h" + "f_", [ALNUM, 34]),
  shaped("replicate", "REPLICATE_API_TOKEN", "r" + "8_", [ALNUM, 37]),
  shaped("groq", "GROQ_API_KEY", "gs" + "k_", [ALNUM, 52]),
  shaped("xai", "XAI_API_KEY", "xa" + "i-", [ALNUM, 80]),
  shaped("npm", "NPM_TOKEN", "np" + "m_", [ALNUM, 36]),
  shaped("pypi", "PYPI_TOKEN", "py" + "pi-AgEIcHlwaS5vcmc", [WORD, 150]),
  shaped("rubygems", "RUBYGEMS_KEY", "ruby" + "gems_", [HEX, 48]),
  shaped("crates", "CARGO_REGISTRY_TOKEN", "c" + "io", [ALNUM, 32]),
  shaped("nuget", "NUGET_API_KEY", "o" + "y2", [LOWER + DIGITS, 43]),
  shaped("docker-hub", "DOCKER_PAT", "dckr" + "_pat_", [WORD, 27]),
  shaped("terraform", "TF_TOKEN", [ALNUM, 14], ".atlas" + "v1.", [ALNUM, 67]),
  shaped("vault", "VAULT_TOKEN", "hv" + "s.", [ALNUM, 92]),
  shaped("databricks", "DATABRICKS_TOKEN", "da" + "pi", [HEX, 32]),
  shaped("newrelic", "NEW_RELIC_API_KEY", "NR" + "AK-", [UPPER + DIGITS, 27]),
  shaped("sentry-token", "SENTRY_AUTH_TOKEN", "sntry" + "u_", [HEX, 64]),
  shaped("grafana", "GRAFANA_TOKEN", "gl" + "sa_", [ALNUM, 32], "_", [HEX, 8]),
  shaped("linear", "LINEAR_API_KEY", "lin" + "_api_", [ALNUM, 40]),
  shaped("notion", "NOTION_TOKEN", "nt" + "n_", [DIGITS, 11], [ALNUM, 35]),
  shaped("airtable", "AIRTABLE_TOKEN", "pa" + "t", [ALNUM, 14], ".", [HEX, 64]),
  shaped("figma", "FIGMA_TOKEN", "fig" + "d_", [WORD, 40]),
  shaped("digitalocean", "DIGITALOCEAN_TOKEN", "do" + "p_v1_", [HEX, 64]),
  shaped("netlify", "NETLIFY_AUTH_TOKEN", "nf" + "p_", [ALNUM, 36]),
  shaped("supabase", "SUPABASE_ACCESS_TOKEN", "sb" + "p_", [HEX, 40]),
  shaped("planetscale", "PLANETSCALE_TOKEN", "pscale" + "_tkn_", [WORD, 43]),
  shaped("fly", "FLY_API_TOKEN", "fm" + "2_", [B64, 160]),
  shaped("doppler", "DOPPLER_TOKEN", "dp" + ".st.prd.", [ALNUM, 43]),
  shaped("heroku", "HEROKU_API_KEY", "HR" + "KU-AA", [WORD, 58]),
  shaped("pulumi", "PULUMI_ACCESS_TOKEN", "pu" + "l-", [HEX, 40]),
  shaped("tailscale", "TS_AUTHKEY", "ts" + "key-auth-", [ALNUM, 12], "CNTRL-", [ALNUM, 32]),
  shaped("age", "AGE_KEY", "AGE-SECRET" + "-KEY-1", ["QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58]),
  { id: "jwt", name: "SESSION_JWT", kind: "shaped", make: jwt },
];

const NAMED: readonly Format[] = [
  named("aws-secret-key", "AWS_SECRET_ACCESS_KEY", [B64, 40]),
  named("azure-storage-key", "AZURE_STORAGE_ACCOUNT_KEY", [B64, 86], "=="),
  named("twilio-auth-token", "TWILIO_AUTH_TOKEN", [HEX, 32]),
  named("datadog", "DATADOG_API_KEY", [HEX, 32]),
  named("cloudflare", "CLOUDFLARE_API_TOKEN", [WORD, 40]),
  named("fastly", "FASTLY_API_TOKEN", [WORD, 32]),
  named("vercel", "VERCEL_TOKEN", [ALNUM, 24]),
  named("cohere", "COHERE_API_KEY", [ALNUM, 40]),
  named("mistral", "MISTRAL_API_KEY", [ALNUM, 32]),
  named("pagerduty", "PAGERDUTY_API_KEY", "u+", [WORD, 18]),
  named("okta", "OKTA_API_TOKEN", "00", [WORD, 40]),
  named("auth0", "AUTH0_CLIENT_SECRET", [WORD, 64]),
  named("some-api-key", "ACME_API_KEY", [ALNUM, 32]),
  named("some-client-secret", "OAUTH_CLIENT_SECRET", [ALNUM, 40]),
  named("some-signing-key", "COOKIE_SIGNING_KEY", [HEX, 64]),
  named("some-access-token", "SERVICE_ACCESS_TOKEN", [WORD, 48]),
  { id: "postmark", name: "POSTMARK_SERVER_TOKEN", kind: "named", make: (draw) => alone(uuid(draw)) },
  { id: "heroku-uuid", name: "HEROKU_API_KEY", kind: "named", make: (draw) => alone(uuid(draw)) },
];

const PASSWORDS: readonly Format[] = [
  password("database-password", "DB_PASSWORD"),
  password("smtp-password", "SMTP_PASS"),
  password("redis-password", "REDIS_PASSWORD"),
  password("admin-password", "ADMIN_PASSWORD"),
  password("jwt-secret", "JWT_SECRET"),
];

const alone = (text: string): Made => ({ text, secrets: [text] });

const WHOLE: readonly Format[] = [
  around("url-postgres", (p) => `postgres://app:${p}@db.internal:5432/orders`, SAFE),
  around("url-mysql", (p) => `mysql://root:${p}@10.1.2.3:3306/shop`, SAFE),
  around(
    "url-mongodb",
    (p) => `mongodb+srv://svc:${p}@cluster0.ab1cd.mongodb.net/app?retryWrites=true`,
    SAFE,
  ),
  around("url-redis", (p) => `redis://:${p}@cache.internal:6379/0`, SAFE),
  around("url-amqp", (p) => `amqps://worker:${p}@mq.internal:5671/jobs`, SAFE),
  around("url-https", (p) => `https://deploy:${p}@git.internal/acme/app.git`, SAFE),
  around(
    "ado-string",
    (p) => `Server=sql01;Database=Orders;User Id=app;Password=${p};Encrypt=true`,
    "!#*_-.",
  ),
  around("jdbc", (p) => `jdbc:mysql://db.internal/shop?user=app&password=${p}&useSSL=true`, SAFE),
  around("netrc", (p) => `machine api.internal login deploy password ${p}`),
  around("pgpass", (p) => `db.internal:5432:orders:app:${p}`),
  around("flag", (p) => `tool login --username ci --password ${p} --quiet`, "!%_+.~"),
  around("flag-equals", (p) => `tool deploy --auth-token=${p}x7Kq2 --env prod`, "%_+.~"),
  around("mysql-flag", (p) => `mysqldump -h db.internal -u root -p${p} shop > shop.sql`, "%_+.~"),
  around("sshpass", (p) => `sshpass -p '${p}' ssh ops@10.0.0.7 uptime`),
  around("curl-user", (p) => `curl -sS -u ci-bot:${p} https://repo.internal/api/status`, "!%_+.~"),
  around("sql", (p) => `CREATE USER app WITH PASSWORD '${p}';`),
  whole("basic-header", (draw) => {
    const value = base64(`svc-user:${passwordOf(draw)}`);
    return { text: `Authorization: Basic ${value}`, secrets: [value] };
  }),
  whole("bearer-header", (draw) => {
    const value = draw.of(WORD, 40);
    return { text: `Authorization: Bearer ${value}`, secrets: [value] };
  }),
  whole("cookie-header", (draw) => {
    const value = draw.of(LOWER + DIGITS, 32);
    return { text: `Cookie: theme=dark; sessionid=${value}; lang=en`, secrets: [value] };
  }),
  whole("set-cookie", (draw) => {
    const value = `s%3A${draw.of(WORD, 32)}.${draw.of(B64, 43)}`;
    return { text: `Set-Cookie: connect.sid=${value}; Path=/; HttpOnly; SameSite=Lax`, secrets: [value] };
  }),
  whole("docker-auth", (draw) => {
    const value = base64(`acme:${passwordOf(draw)}`);
    return { text: `{"auths":{"index.docker.io":{"auth":"${value}"}}}`, secrets: [value] };
  }),
  whole("npmrc", (draw) => {
    const value = uuid(draw);
    return { text: `//npm.internal/:_authToken=${value}`, secrets: [value] };
  }),
  whole("azure-connection", (draw) => {
    const value = draw.of(B64, 86);
    return {
      text: `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${value}==;EndpointSuffix=core.windows.net`,
      secrets: [value],
    };
  }),
  whole("azure-sas", (draw) => {
    const value = `${draw.of(ALNUM, 42)}%3D`;
    return {
      text: `https://acme.blob.core.windows.net/backup/a.zip?sv=2022-11-02&sr=b&sp=r&sig=${value}`,
      secrets: [value],
    };
  }),
  whole("sentry-dsn", (draw) => {
    const value = draw.of(HEX, 32);
    return {
      text: `https://${value}@o${draw.of(DIGITS, 6)}.ingest.sentry.io/${draw.of(DIGITS, 7)}`,
      secrets: [value],
    };
  }),
  whole("bcrypt", (draw) => {
    const value = draw.of(`${ALNUM}./`, 53);
    return { text: `$2b$12$${value}`, secrets: [value] };
  }),
  whole("pem-rsa", (draw) => pem("RSA PRIVATE" + " KEY", draw, { lines: 12 })),
  whole("pem-openssh", (draw) => pem("OPENSSH PRIVATE" + " KEY", draw, { lines: 6 })),
  whole("pem-encrypted", (draw) =>
    pem("EC PRIVATE" + " KEY", draw, {
      lines: 4,
      head: "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0A1B\n",
    }),
  ),
  whole("pgp", (draw) => pem("PGP PRIVATE" + " KEY BLOCK", draw, { lines: 8, head: "Version: GnuPG v2\n" })),
  whole("pem-in-json", (draw) => {
    const { text, secrets } = pem("PRIVATE" + " KEY", draw, { lines: 10, end: "\\n" });
    return {
      text: `{"type":"service_account","private_key":"${text}\\n","client_email":"svc@acme.iam.gserviceaccount.com"}`,
      secrets,
    };
  }),
  whole("putty", (draw) => {
    const secrets = [draw.of(B64, 64), draw.of(B64, 64)];
    return {
      text: `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 2\n${secrets.join("\n")}\nPrivate-MAC: `,
      secrets,
    };
  }),
  whole("minisign", (draw) => {
    const value = draw.of(B64, 200);
    return { text: `untrusted comment: minisign encrypted secret key\nRWRTY0Iy${value}`, secrets: [value] };
  }),
  whole("base64-token", (draw) => encoded(`token: ${"gh" + "p_"}${draw.of(ALNUM, 36)}\n`)),
  whole("base64-env", (draw) => encoded(`DB_USER=app\nDB_PASSWORD=${passwordOf(draw)}\n`)),
];

export const FORMATS: readonly Format[] = [...SHAPED, ...NAMED, ...PASSWORDS, ...WHOLE];

import {
  ALNUM,
  anyPassword,
  around,
  B32,
  B64,
  B64URL,
  base64,
  DIGITS,
  HEX,
  hex,
  humanPassword,
  LOWER,
  type Pick,
  type UnseenForm,
  UPPER,
  whole,
} from "./secret-unseen-parts.ts";

/** Files, tables and commands. */
export const UNSEEN_FILES: readonly UnseenForm[] = [
  around(
    "markdown table",
    anyPassword,
    (s) => `| service | user | password |\n| --- | --- | --- |\n| grafana | admin | ${s} |`,
  ),
  around("csv", anyPassword, (s) => `name,login,password\nstaging,root,${s}\n`),
  around("wifi conf", humanPassword, (s) => `network={\n  ssid="Acme"\n  psk="${s}"\n}`),
  around("netrc", anyPassword, (s) => `machine api.acme.test\n  login ci\n  password ${s}\n`),
  around(
    "pgpass",
    (p) => p.of(ALNUM, 18),
    (s) => `db.internal:5432:shop:shop_rw:${s}`,
  ),
  around("my.cnf", anyPassword, (s) => `[client]\nuser=root\npassword=${s}\n`),
  around(
    "npmrc",
    (p) => p.of(B64URL, 36),
    (s) => `//images.acme.test/:_authToken=${s}\nalways-auth=true`,
  ),
  around(
    "npmrc _auth",
    (p) => base64(`ci:${p.of(ALNUM, 16)}`),
    (s) => `_auth=${s}\nemail=ci@acme.test`,
  ),
  around("pypirc", anyPassword, (s) => `[pypi]\nusername = __token__\npassword = ${s}`),
  around(
    "docker config",
    (p) => base64(`bot:${p.of(ALNUM, 20)}`),
    (s) => `{ "auths": { "images.acme.test": { "auth": "${s}" } } }`,
  ),
  around(
    "k8s secret",
    (p) => base64(p.of(ALNUM, 20)),
    (s) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  password: ${s}\n`,
  ),
  around("k8s stringData", anyPassword, (s) => `kind: Secret\nstringData:\n  DB_PASSWORD: "${s}"`),
  around(
    "terraform",
    anyPassword,
    (s) => `resource "aws_db_instance" "main" {\n  username = "app"\n  password = "${s}"\n}`,
  ),
  around("ansible", anyPassword, (s) => `- hosts: db\n  vars:\n    mysql_root_password: '${s}'\n`),
  around("compose", anyPassword, (s) => `environment:\n  - POSTGRES_PASSWORD=${s}\n  - POSTGRES_USER=app`),
  around("spring", anyPassword, (s) => `spring.datasource.password=${s}\nserver.port=8080`),
  around(
    "django",
    (p) => p.of(`${LOWER}${DIGITS}!@#$%^&*(-_=+)`, 50).replaceAll("'", "x"),
    (s) => `SECRET_KEY = 'django-insecure-${s}'`,
  ),
  around(
    "rails key",
    (p) => p.of(HEX, 32),
    (s) => `$ cat config/master.key\n${s}\n`,
  ),
  around(
    "wp-config",
    (p) => p.of(`${ALNUM}!@#%^*()-_[]{}<>~+=,.;:/?|`, 60),
    (s) => `define('AUTH_KEY', '${s}');`,
  ),
  around("php", anyPassword, (s) => `$db = new PDO('mysql:host=db', 'app', '${s}');`),
  around(
    "python kwarg",
    anyPassword,
    (s) => `conn = psycopg2.connect(host="db", user="app", password="${s}")`,
  ),
  around("go struct", anyPassword, (s) => `cfg := Config{User: "app", Password: "${s}"}`),
  around("java props", anyPassword, (s) => `props.setProperty("mail.smtp.password", "${s}");`),
  around("csharp", anyPassword, (s) => `var cred = new NetworkCredential("svc", "${s}");`),
  around(
    "kotlin",
    (p) => p.of(ALNUM, 24),
    (s) => `val apiSecret: String = "${s}"`,
  ),
  around(
    "rust",
    (p) => p.of(ALNUM, 32),
    (s) => `const SIGNING_SECRET: &str = "${s}";`,
  ),
  around("mysql -p", anyPassword, (s) => `mysql -u root -p'${s}' shop < dump.sql`),
  around(
    "mysqldump -p bare",
    (p) => p.of(ALNUM, 14),
    (s) => `mysqldump -uroot -p${s} shop > dump.sql`,
  ),
  around("sshpass", anyPassword, (s) => `sshpass -p '${s}' ssh deploy@10.0.0.4`),
  around(
    "curl -u",
    (p) => p.of(ALNUM, 16),
    (s) => `curl -u ci:${s} https://nexus.acme.test/`,
  ),
  around(
    "PGPASSWORD",
    (p) => p.of(ALNUM, 16),
    (s) => `PGPASSWORD=${s} psql -h db -U app -c 'select 1'`,
  ),
  around(
    "redis-cli",
    (p) => p.of(ALNUM, 20),
    (s) => `redis-cli -h cache -a ${s} ping`,
  ),
  around(
    "az login",
    (p) => p.of(ALNUM, 34),
    (s) => `az login --service-principal -u 0f3b -p ${s} --tenant acme`,
  ),
  around(
    "docker login",
    (p) => p.of(ALNUM, 20),
    (s) => `docker login -u bot -p ${s} images.acme.test`,
  ),
  around(
    "echo to stdin",
    (p) => p.of(ALNUM, 20),
    (s) => `echo "${s}" | docker login -u bot --password-stdin`,
  ),
  around("openssl pass", anyPassword, (s) => `openssl rsa -in key.pem -passin 'pass:${s}'`),
  around("zip", anyPassword, (s) => `unzip -P '${s}' backup.zip`),
  around(
    "set-cookie",
    (p) => p.of(B64URL, 40),
    (s) => `Set-Cookie: session=${s}; HttpOnly; Path=/`,
  ),
  around(
    "cookie header",
    (p) => p.of(HEX, 32),
    (s) => `Cookie: _ga=GA1.2.3; connect.sid=s%3A${s}`,
  ),
  around(
    "basic header",
    (p) => base64(`ops:${p.of(ALNUM, 14)}`),
    (s) => `Authorization: Basic ${s}`,
  ),
  around(
    "x-api-key",
    (p) => p.of(ALNUM, 40),
    (s) => `> X-Api-Key: ${s}\n> Accept: */*`,
  ),
  around(
    "aws secret",
    (p) => p.of(B64, 40),
    (s) => `[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = ${s}`,
  ),
  around(
    "hex key 64 nameless",
    (p) => p.of(HEX, 64),
    (s) => `here's the encryption key\n${s}`,
  ),
  around(
    "hex key upper",
    (p) => p.of("0123456789ABCDEF", 64),
    (s) => `AES key: ${s}`,
  ),
  around(
    "base64 key",
    (p) => `${p.of(B64, 43)}=`,
    (s) => `ENCRYPTION_KEY=${s}`,
  ),
  around(
    "xml",
    anyPassword,
    (s) => `<server><id>nexus</id><username>ci</username><password>${s}</password></server>`,
  ),
  around("plist", anyPassword, (s) => `<key>Password</key>\n<string>${s}</string>`),
  around("ini nested", anyPassword, (s) => `[smtp]\nuser = mailer\npass = ${s}`),
  around(
    "json escaped",
    anyPassword,
    (s) => `"body": "{\\"username\\":\\"app\\",\\"password\\":\\"${s}\\"}"`,
  ),
  around(
    "form body",
    (p) => p.of(ALNUM, 18),
    (s) => `grant_type=password&username=app&password=${s}&scope=read`,
  ),
  around("graphql", anyPassword, (s) => `mutation { login(email: "a@b.test", password: "${s}") { token } }`),
  around("sql", anyPassword, (s) => `ALTER USER app WITH PASSWORD '${s}';`),
  around("sql identified", anyPassword, (s) => `CREATE USER 'app'@'%' IDENTIFIED BY '${s}';`),
  around(
    "htpasswd",
    (p) => `$2y$10$${p.of(`${ALNUM}./`, 53)}`,
    (s) => `admin:${s}`,
  ),
  around(
    "shadow",
    (p) => `$6$${p.of(ALNUM, 12)}$${p.of(`${ALNUM}./`, 86)}`,
    (s) => `root:${s}:19700:0:99999:7:::`,
  ),
  around(
    "license",
    (p) => Array.from({ length: 5 }, () => p.of(UPPER + DIGITS, 5)).join("-"),
    (s) => `License key: ${s}`,
  ),
];

const pemBody = (pick: Pick, lines: number): string[] =>
  Array.from({ length: lines }, () => pick.of(B64, 64));
const pem = (id: string, make: (lines: readonly string[]) => string): UnseenForm =>
  whole(id, (pick) => {
    const lines = pemBody(pick, 10);
    return { text: make(lines), secrets: lines };
  });

/** Key blocks, complete or in pieces, and tokens that are split or encoded. */
export const UNSEEN_BLOCKS: readonly UnseenForm[] = [
  pem(
    "pem rsa",
    (lines) => `-----BEGIN RSA PRIVATE KEY-----\n${lines.join("\n")}\n-----END RSA PRIVATE KEY-----`,
  ),
  pem(
    "pem openssh",
    (lines) => `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join("\n")}\n-----END OPENSSH PRIVATE KEY-----`,
  ),
  pem("pem without first line", (lines) => `${lines.join("\n")}\n-----END PRIVATE KEY-----`),
  pem("pem without last line", (lines) => `-----BEGIN EC PRIVATE KEY-----\n${lines.join("\n")}`),
  pem("pem body alone", (lines) => `tail of the key file:\n${lines.join("\n")}\n`),
  pem(
    "pem in json",
    (lines) =>
      `"private_key": "-----BEGIN PRIVATE KEY-----\\n${lines.join("\\n")}\\n-----END PRIVATE KEY-----\\n"`,
  ),
  pem(
    "pem indented",
    (lines) =>
      `tls.key: |\n  -----BEGIN PRIVATE KEY-----\n${lines.map((line) => `  ${line}`).join("\n")}\n  -----END PRIVATE KEY-----`,
  ),
  pem(
    "pem quoted mail",
    (lines) => `${lines.map((line) => `> ${line}`).join("\n")}\n> -----END RSA PRIVATE KEY-----`,
  ),
  pem(
    "pgp",
    (lines) =>
      `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${lines.join("\n")}\n-----END PGP PRIVATE KEY BLOCK-----`,
  ),
  pem(
    "putty",
    (lines) =>
      `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nPrivate-Lines: ${lines.length}\n${lines.join("\n")}\nPrivate-MAC: 00`,
  ),
  whole("split by backslash", (p) => {
    const [a, b] = [`glpat-${p.of(B64URL, 8)}`, p.of(ALNUM, 12)];
    return { text: `curl -H "PRIVATE-TOKEN: ${a}\\\n${b}" https://git.acme.test`, secrets: [a, b] };
  }),
  whole("split by concatenation", (p) => {
    const [a, b] = [`sk_live_${p.of(ALNUM, 10)}`, p.of(ALNUM, 14)];
    return { text: `const stripe = new Stripe("${a}" + "${b}");`, secrets: [a, b] };
  }),
  whole("split by python lines", (p) => {
    const [a, b] = [`ghp_${p.of(ALNUM, 16)}`, p.of(ALNUM, 20)];
    return { text: `token = (\n    "${a}"\n    "${b}"\n)`, secrets: [a, b] };
  }),
  whole("hex of token", (p) => {
    const secret = hex(`ghp_${p.of(ALNUM, 36)}`);
    return { text: `xxd -p token.txt\n${secret}`, secrets: [secret] };
  }),
  whole("base64 of token", (p) => {
    const secret = base64(`AKIA${p.of(B32, 16)}:${p.of(B64, 40)}`);
    return { text: `decoded later: ${secret}`, secrets: [secret] };
  }),
  whole("base64 twice", (p) => {
    const secret = base64(base64(`npm_${p.of(ALNUM, 36)}`));
    return { text: `payload=${secret}`, secrets: [secret] };
  }),
  whole("url encoded", (p) => {
    const secret = p.of(ALNUM, 16);
    return { text: `redirect=https%3A%2F%2Fapp%3A${secret}%40db.acme.test%2Fx`, secrets: [secret] };
  }),
  whole("soft wrapped token", (p) => {
    const [a, b] = [`xoxp-${p.of(DIGITS, 12)}-${p.of(DIGITS, 12)}-`, p.of(HEX, 32)];
    return { text: `SLACK_TOKEN=${a}\n${b}`, secrets: [b] };
  }),
  whole("cut at the end", (p) => {
    const secret = `github_pat_${p.of(ALNUM, 22)}_${p.of(ALNUM, 18)}`;
    return { text: `export GH_TOKEN=${secret}`, secrets: [secret] };
  }),
];

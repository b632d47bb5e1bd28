/** A surrounding text, given the secret and the name of its setting. */
export type Place = { readonly id: string; readonly text: (secret: string, name: string) => string };

/** Surroundings for secrets recognisable by form, for secrets recognisable by name, and for whole texts. */
export type Places = {
  readonly bare: readonly Place[];
  readonly named: readonly Place[];
  readonly whole: readonly Place[];
};

const place = (id: string, text: Place["text"]): Place => ({ id, text });

const snake = (name: string): string => name.toLowerCase();
const kebab = (name: string): string => snake(name).replaceAll("_", "-");
const dotted = (name: string): string => snake(name).replaceAll("_", ".");
const words = (name: string): string => snake(name).replaceAll("_", " ");
const camel = (name: string): string =>
  snake(name).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(name).replace(/^\w/, (letter) => letter.toUpperCase());
const isPassword = (name: string): boolean => /PASS/.test(name);

/** The first surroundings used to develop the rules. */
const FIRST: Places = {
  bare: [
    place("prose", (s) => `I pasted ${s} into the config by mistake, can you use it anyway?`),
    place("shell output", (s) => `$ cat key.txt\n${s}\n$ `),
    place("array", (s) => `const keys = ["${s}"];`),
    place("address", (s) => `GET https://hooks.internal/in/${s}/send HTTP/1.1`),
    place("argument", (s) => `npx tool login ${s} --yes`),
    place("German", (s) => `Nimm bitte ${s} für den Test, danach löschen wir ihn.`),
    place("Markdown", (s) => `Use \`${s}\` until Friday.`),
    place("log", (s) => `[auth] 2026-01-04 10:22:31 received <${s}> from 10.0.0.2`),
    place("escaped", (s) => `{"output":"done\\n${s}\\nbye"}`),
    place("Chinese", (s) => `令牌是${s}，请保存好。`),
  ],
  named: [
    place(".env", (s, n) => `NODE_ENV=production\n${n}=${s}\nPORT=3000`),
    place("export", (s, n) => `export ${n}="${s}"`),
    place("YAML", (s, n) => `service:\n  ${snake(n)}: ${s}\n  retries: 3`),
    place("JSON", (s, n) => `{\n  "${camel(n)}": "${s}",\n  "timeout": 30\n}`),
    place("TypeScript", (s, n) => `const ${camel(n)} = "${s}";`),
    place("diff", (s, n) => `@@ -1,2 +1,2 @@\n-${n}=\n+${n}=${s}\n PORT=3000`),
    place("log", (s, n) => `2026-01-04T10:22:31Z ERROR request failed ${snake(n)}=${s} status=401`),
    place("docker run", (s, n) => `docker run --rm -e ${n}=${s} -p 80:80 acme/app`),
    place("prose", (s, n) => `The ${words(n)} for staging is ${s} - please rotate it.`),
    place("Kubernetes", (s, n) => `env:\n  - name: ${n}\n    value: ${s}\n  - name: PORT\n    value: "80"`),
    place("TOML", (s, n) => `[service]\n${snake(n)} = "${s}"\nport = 80`),
    place("header", (s, n) => `curl -H "X-${kebab(n)}: ${s}" https://api.internal/v1/me`),
    place("French", (s, n) => (isPassword(n) ? `Le mot de passe : ${s}` : `Voici le ${words(n)} : ${s}`)),
    place("Chinese", (s, n) => (isPassword(n) ? `数据库密码：${s}。` : `${n}：${s}。`)),
  ],
  whole: [
    place("alone", (s) => s),
    place("shell output", (s) => `$ cat secrets.txt\n${s}\n$ `),
    place("prose", (s) => `This is what I use:\n${s}\nDoes it look right?`),
    place("setting", (s) => `SETTING="${s.includes("\n") ? "" : s}"\n${s}`),
  ],
};

/**
 * Formerly held-out surroundings: secrets that survived in them led to rules, so they now belong to `dev`.
 */
const ONCE_HELD_OUT: Places = {
  bare: [
    place("Japanese", (s) => `このキー${s}を使ってください。`),
    place("traceback", (s) => `ValueError: invalid credential '${s}' (len=${s.length})`),
    place("CSV", (s) => `42,ci-bot,${s},2026-02-01`),
    place("colour", (s) => `\u001b[33m${s}\u001b[0m`),
    place("comment", (s) => `    # ${s}\n    pass`),
    place(
      "git remote",
      (s) => `origin  https://x-access-token:${s.replace(/^https:\/\//, "")}@github.com/acme/app.git (fetch)`,
    ),
    place("HTML", (s) => `<p>Key: <code>${s}</code></p>`),
    place("Russian", (s) => `Используй ${s}, пока его не отозвали.`),
    place("encoded address", (s) => `/cb?state=ab12&next=%2Fhome%3Fcode%3D${s}%26x%3D1`),
    place("diff", (s) => `-    - ${s}\n+    - (removed)`),
    place("quote", (s) => `> ${s}\nplease delete this message`),
    place("Korean", (s) => `키는 ${s}입니다`),
  ],
  named: [
    place("Dockerfile", (s, n) => `FROM node:22\nENV ${n} ${s}\nRUN npm ci`),
    place("PowerShell", (s, n) => `PS C:\\> $env:${n} = '${s}'`),
    place("INI", (s, n) => `[prod]\n; shared\n${snake(n)}=${s}\n`),
    place("JSON in JSON", (s, n) => `{"body":"{\\"${camel(n)}\\":\\"${s}\\",\\"ok\\":true}"}`),
    place("Python", (s, n) => `os.environ["${n}"] = "${s}"`),
    place("Rust", (s, n) => `    let ${snake(n)}: &str = "${s}";`),
    place("Go", (s, n) => `\tcfg := Config{Host: "db", ${pascal(n)}: "${s}"}`),
    place("workflow log", (s, n) => `##[group]Run deploy\nenv:\n  ${n}: ${s}\n##[endgroup]`),
    place("XML", (s, n) => `<appSettings>\n  <add key="${n}" value="${s}" />\n</appSettings>`),
    place("properties", (s, n) => `app.name=shop\napp.${dotted(n)}=${s}\n`),
    place("keyword arguments", (s, n) => `client = connect(host='db', ${snake(n)}='${s}', timeout=5)`),
    place("printenv", (s, n) => `$ printenv | sort\nLANG=C\n${n}=${s}\nTERM=xterm`),
    place("config:set", (s, n) => `heroku config:set ${n}=${s} --app shop`),
    place("Spanish", (s, n) =>
      isPassword(n) ? `La contraseña nueva es ${s}, no la compartas.` : `El ${n} es: ${s}`,
    ),
    place("Russian", (s, n) => (isPassword(n) ? `пароль от базы: ${s}` : `вот ${n}: ${s}`)),
    place("assertion", (s, n) => `AssertionError: expected config.${camel(n)} to equal "${s}"`),
  ],
  whole: [
    place("indented", (s) => `steps:\n  - run: |\n${s.replace(/^/gm, "      ")}\n`),
    place("diff", (s) => `@@ -0,0 +1 @@\n${s.replace(/^/gm, "+")}\n`),
    place("tool output", (s) => `stdout:\n---\n${s}\n---\nexit code 0`),
    place("Portuguese", (s) => `Rode isto no servidor:\n\n${s}\n\nDepois me avise, por favor.`),
  ],
};

/** The second formerly held-out surroundings. */
const ALSO_HELD_OUT: Places = {
  bare: [
    place("SQL", (s) => `INSERT INTO clients (id, credential) VALUES (7, '${s}');`),
    place("Ruby", (s) => `  client = Client.new(%w[${s}])`),
    place("emoji", (s) => `🔑${s}🔒 sent from my phone`),
    place("Vietnamese", (s) => `Đây nhé: ${s} dùng tạm thôi.`),
    place("Arabic", (s) => `استخدم ${s} مؤقتا`),
    place("git log", (s) => `commit 9fceb02\n    revert: drop ${s}\n\n diff --git a/x b/x`),
    place("attribute", (s) => `<meta name="x" content="${s}">`),
    place("JSON list", (s) => `["first","${s}","last"]`),
    place(
      "exception",
      (s) => `com.acme.AuthException: 401 Unauthorized [${s}] at com.acme.Main.run(Main.java:31)`,
    ),
    place("Windows", (s) => `C:\\Users\\ci> acme.exe login ${s}\r\nLogged in.`),
    place("terminal", (s) => `\u001b[1m\u001b[32m✔\u001b[0m created ${s}`),
    place("Hindi", (s) => `यह लो: ${s} किसी को मत देना`),
  ],
  named: [
    place("PHP", (s, n) => `define('${n}', '${s}');`),
    place("Java", (s, n) => `System.setProperty("${dotted(n)}", "${s}");`),
    place("Kotlin", (s, n) => `    private val ${camel(n)} = "${s}"`),
    place("Elixir", (s, n) => `config :shop, ${snake(n)}: "${s}"`),
    place("systemd", (s, n) => `[Service]\nEnvironment="${n}=${s}"\nRestart=always`),
    place("compose", (s, n) => `    environment:\n      - ${n}=${s}\n      - TZ=UTC`),
    place("Postman", (s, n) => `{"key":"${snake(n)}","value":"${s}","enabled":true}`),
    place("cmd.exe", (s, n) => `C:\\app> set ${n}=${s}\r\nC:\\app> run`),
    place("trace", (s, n) => `+ ${n}=${s}\n+ ./deploy.sh`),
    place("request body", (s, n) => `curl -d '{"${snake(n)}":"${s}"}' https://api.internal/login`),
    place("Groovy", (s, n) => `withEnv(["${n}=${s}", "A=1"]) { sh 'make' }`),
    place("Italian", (s, n) =>
      isPassword(n) ? `La password è ${s}, cambiala.` : `Il valore di ${n} è ${s} per ora`,
    ),
    place("Polish", (s, n) => (isPassword(n) ? `Hasło do bazy: ${s}` : `${n} to ${s} na razie`)),
    place("Japanese", (s, n) => (isPassword(n) ? `パスワードは${s}です。` : `${n}は${s}です。`)),
    place(
      "console",
      (s, n) => `> console.log(config.${camel(n)})\n'${s}'\n> config\n{ ${camel(n)}: '${s}' }`,
    ),
    place(
      "table",
      (s, n) =>
        `Key                             Value\n---                             -----\n${snake(n).padEnd(32)}${s}\n`,
    ),
    place("C#", (s, n) => `builder.Configuration["${pascal(n)}"] = "${s}";`),
    place("question", (s, n) => `Why does ${n} "${s}" not work?`),
  ],
  whole: [
    place("compose log", (s) => s.replace(/^/gm, "app-1  | ")),
    place("fenced", (s) => `Here you go:\n\n\`\`\`\n${s}\n\`\`\`\n`),
    place("JSON", (s) => JSON.stringify({ role: "tool", content: `ok\n${s}\n` })),
    place("Turkish", (s) => `Sunucuda şunu kullanıyorum:\n  ${s.replaceAll("\n", "\n  ")}\nsence doğru mu?`),
  ],
};

/** The third formerly held-out surroundings. */
const LATER_HELD_OUT: Places = {
  bare: [
    place("set literal", (s) => `allowed = {"a", "${s}"}`),
    place("grep", (s) => `src/config.ts:12:  // was ${s}`),
    place("Dutch", (s) => `Gebruik voorlopig ${s}, morgen krijg je een nieuwe.`),
    place("Thai", (s) => `ใช้ ${s} ไปก่อนนะ`),
    place("support mail", (s) => `Hi,\n\nhere it is (${s}).\n\nBest,\nAnna`),
    place("stderr", (s) => `error: remote rejected credential ${s}: expired`),
    place("list", (s) => `* ${s}\n* (two more)`),
    place("JSON log", (s) => `{"level":50,"time":1767522151,"msg":"bad credential ${s}","pid":12}`),
    place("Perl", (s) => `my @k = qw(${s});`),
  ],
  named: [
    place("Swift", (s, n) => `    static let ${camel(n)} = "${s}"`),
    place("Dart", (s, n) => `const String ${camel(n)} = '${s}';`),
    place("Scala", (s, n) => `  ${dotted(n)} = "${s}"`),
    place("R", (s, n) => `Sys.setenv(${n} = "${s}")`),
    place("nginx", (s, n) => `    proxy_set_header X-${kebab(n)} "${s}";`),
    place("Ansible", (s, n) => `- hosts: all\n  vars:\n    ${snake(n)}: "${s}"`),
    place("env list", (s, n) => `env: { ${n}: ${s}, PORT: 80 }`),
    place("echo", (s, n) => `$ echo $${n}\n${s}\n$ ls`),
    place("inline env", (s, n) => `$ ${n}=${s} npm run deploy`),
    place("log pair", (s, n) => `INFO  boot  {${camel(n)}=${s}, region=eu}`),
    place("debugger", (s, n) => `(Pdb) p settings.${n}\n'${s}'`),
    place("Portuguese", (s, n) =>
      isPassword(n) ? `A senha do banco é ${s} por enquanto.` : `O valor de ${n}: ${s}`,
    ),
    place("Korean", (s, n) => (isPassword(n) ? `비밀번호: ${s}` : `${n} 값: ${s}`)),
    place("chat", (s, n) => `so ${snake(n)} = ${s} right?`),
    place("Terraform plan", (s, n) => `  + ${snake(n).padEnd(30)} = "${s}"`),
    place("form", (s, n) => `Content-Disposition: form-data; name="${snake(n)}"\n\n${s}\n--b`),
  ],
  whole: [
    place("heredoc", (s) => `cat > f <<'EOF'\n${s}\nEOF`),
    place("quoted mail", (s) => s.replace(/^/gm, "> ")),
    place("JSON twice", (s) => JSON.stringify(JSON.stringify({ text: s }))),
    place("Ukrainian", (s) => `Ось що я маю:\n${s}\nПодивись, будь ласка.`),
  ],
};

const KNOWN = [FIRST, ONCE_HELD_OUT, ALSO_HELD_OUT, LATER_HELD_OUT];

/** All surroundings used to develop the rules. */
export const DEV_PLACES: Places = {
  bare: KNOWN.flatMap((places) => places.bare),
  named: KNOWN.flatMap((places) => places.named),
  whole: KNOWN.flatMap((places) => places.whole),
};

/** Held-out surroundings: no rule was tuned on them. */
export const HELD_OUT_PLACES: Places = {
  bare: [
    place("Lisp", (s) => `(setq k '("${s}"))`),
    place("man in the log", (s) => `Jan 04 10:22:31 host sshd[812]: got [${s}] from peer`),
    place("Swedish", (s) => `Ta ${s} så länge, jag byter den sen.`),
    place("Hebrew", (s) => `תשתמש ב ${s} בינתיים`),
    place("YAML list", (s) => `keys:\n  - ${s}\n  - other`),
    place("title", (s) => `# ${s}\n\nDo not commit.`),
    place("assignment in awk", (s) => `awk -v k=${s} '{print k}' f`),
    place("footnote", (s) => `see below [1]\n\n[1] ${s}`),
  ],
  named: [
    place("Clojure", (s, n) => `{:${kebab(n)} "${s}"}`),
    place("Objective-C", (s, n) => `NSString *${camel(n)} = @"${s}";`),
    place("C", (s, n) => `#define ${n} "${s}"`),
    place("fish", (s, n) => `set -gx ${n} ${s}`),
    place("Julia", (s, n) => `ENV["${n}"] = "${s}"`),
    place("matrix", (s, n) => `| ${n} | ${s} | prod |`),
    place("vault put", (s, n) => `vault kv put secret/app ${snake(n)}=${s} ttl=1h`),
    place("SSM", (s, n) => `aws ssm put-parameter --name /app/${n} --type SecureString --value ${s}`),
    place("Slack quote", (s, n) => `> ${n}:\n> ${s}\nthanks!`),
    place("REPL", (s, n) => `irb> ENV.fetch("${n}")\n=> "${s}"`),
    place("JSON schema", (s, n) => `"${snake(n)}": { "default": "${s}", "type": "string" }`),
    place("Romanian", (s, n) =>
      isPassword(n) ? `parola nouă este ${s}, ține minte` : `${n} este acum ${s}`,
    ),
    place("Chinese", (s, n) => (isPassword(n) ? `密码改成了 ${s} 了` : `${n} 的值是 ${s}`)),
    place("GraphQL", (s, n) => `mutation { login(${camel(n)}: "${s}") { ok } }`),
  ],
  whole: [
    place("script", (s) => `#!/bin/sh\nset -e\n${s}\nexit 0`),
    place("tabs", (s) => s.replace(/^/gm, "\t\t")),
    place("numbered", (s) =>
      s
        .split("\n")
        .map((line, i) => `${String(i + 1).padStart(5)}\t${line}`)
        .join("\n"),
    ),
    place("tool result", (s) => JSON.stringify({ toolUseResult: { stdout: s, stderr: "" } })),
  ],
};

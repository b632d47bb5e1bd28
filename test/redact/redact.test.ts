import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plantedSecrets, survives } from "../../bench/secret-corpus.ts";
import { redact } from "../../src/core/redact/redact.ts";
import { redactDeep } from "../../src/core/redact/redact-deep.ts";
import { ruleList } from "../../src/core/redact/rules.ts";
import { filled } from "./filled.ts";

const RUNS = process.env.TIDEMARK_LONG === "1" ? 5000 : 500;

/** Checks that a text loses the secret in «» by any rule, and loses nothing else. */
function expectRemoved(template: string): void {
  const text = filled(template, 3);
  const [before = "", , after = ""] = text.split(/[«»]/);
  const kept = redact(text.replaceAll(/[«»]/g, "")).text;
  expect(kept.startsWith(`${before}[redacted:`), kept).toBe(true);
  expect(kept.endsWith(`]${after}`), kept).toBe(true);
  expect(kept.slice(before.length, kept.length - after.length)).toMatch(/^\[redacted:[a-z0-9-]+\]$/);
}

const expectKept = (template: string): void => {
  const text = filled(template, 5);
  expect(redact(text)).toEqual({ text, found: [] });
};

describe("a secret beside its name", () => {
  test.each([
    "export STRIPE_TOKEN='«{A24}»'",
    "db:\n  password: «{A8}!x9»\n  host: h",
    '{"clientSecret":"«{A32}»","x":1}',
    '{\\"api_key\\":\\"«{A32}»\\"}',
    "password = '«hunter{d4}!»'",
    'const dbPassword: string = "«{A14}9»";',
    "GET /v1?api_key=«{A32}»&page=2",
    "Server=x;Password=«{A12}»;Encrypt=true",
    "- name: DB_PASSWORD\n  value: «{A12}9»\n",
    '<add key="API_TOKEN" value="«{A32}»" />',
    "<password>«{A12}9»</password>",
    '.set("jwt.secret", "«{A32}»")',
    "client_secret    «{A32}»\n",
    "| API_TOKEN | «{A32}» |",
    "DB_PASSWORD=«postgresadmin»",
    "x-api-key: «{A32}»",
    "密码：«{A12}9»。",
    "пароль: «{A12}9»",
    "das Passwort für den Server lautet «{A12}9» und",
    "export A=1\\nexport B_TOKEN=«{A32}»\\nexport C=2",
    "kubectl create secret generic x --from-literal=password=«{A12}9»",
    "signing_key: |\n    «{A40}»\n",
  ])("is removed: %s", expectRemoved);
});

describe("a placeholder for a secret, or text beside the name of one", () => {
  test.each([
    "API_KEY=<your-api-key>",
    "password: changeme",
    "TOKEN=xxxxxxxxxxxxxxxx",
    "token: $¦{GITHUB_TOKEN}",
    "token: $¦{{ secrets.GITHUB_TOKEN }}",
    "const token = process.env.API_TOKEN;",
    'token = os.environ["API_TOKEN"]',
    "aws_access_key_id = AKIAIOSFODNN7EXAMPLE",
    "password: string;",
    "const password = await readPassword(path);",
    "if (token === previous.token) return;",
    '"js-tokens": "^4.0.0",',
    '"integrity": "sha512-{b86}==",',
    "secret: /run/secrets/db_password",
    "commit {h40}",
    "session_id: {u}",
    "color: #a1b2c3; key: #ffeedd",
    "max_tokens: 4096, tokens: 18234",
    "the token count is 18234 and the key is stable",
    "https://example.com:8080/a@b",
    "password.length >= 8 && password.match(/[0-9]/)",
    "see src/auth/token2.ts:120 for the token",
    "data:image/png;base64,iVBORw0KGgo{b200}",
    "The key idea is simple: secrets are hard.",
  ])("is kept: %s", expectKept);
});

describe("any text", () => {
  const pieces = fc.constantFrom(
    ...[
      "password=",
      "token: ",
      '"secret":"',
      "[redacted:jwt]",
      "[redacted:",
      "://u:",
      "@h",
      "eyJ",
      "Bearer ",
      "sk-",
      "ghp_",
      "AKIA",
    ],
    ...[
      "-----BEGIN PRIVATE KEY-----",
      "Cookie: a=",
      "\\n",
      "\n",
      " is ",
      "--token ",
      "İ",
      "\ud800",
      "密码",
      ";",
      '"',
      "'",
      "x9Kd82mQ",
    ],
  );
  const piece = fc.oneof(
    pieces,
    pieces,
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.base64String({ maxLength: 60 }),
  );
  const text = fc.array(piece, { maxLength: 24 }).map((parts) => parts.join(""));

  test("is redacted without failing, and redacting it again changes nothing", () => {
    fc.assert(
      fc.property(text, (given) => {
        const once = redact(given).text;
        expect(redact(once)).toEqual({ text: once, found: [] });
      }),
      { numRuns: RUNS },
    );
  });

  test("with lone surrogates and any letters is unchanged if it has no secret", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }), (codes) => {
        const given = String.fromCharCode(...codes);
        const { text: kept, found } = redact(given);
        if (found.length === 0) expect(kept).toBe(given);
        expect(redactDeep({ given }).value).toEqual({ given: kept });
      }),
      { numRuns: RUNS },
    );
  });

  test("keeps what surrounds a secret byte for byte", () => {
    const plain = fc
      .string({ unit: "grapheme", maxLength: 30 })
      .filter((part) => redact(part).found.length === 0);
    fc.assert(
      fc.property(plain, plain, fc.nat(999), (before, after, seed) => {
        const token = filled("ghp_{A36}", seed + 1);
        expect(redact(`${before}\n${token}\n${after}`).text).toBe(
          `${before}\n[redacted:github-token]\n${after}`,
        );
      }),
      { numRuns: RUNS },
    );
  });

  test("grows by at most one marker for each secret", () => {
    const longest = Math.max(...ruleList().map(({ id }) => `[redacted:${id}]`.length));
    fc.assert(
      fc.property(text, (given) => {
        const { text: kept, found } = redact(given);
        const count = found.reduce((sum, each) => sum + each.count, 0);
        expect(kept.length).toBeLessThanOrEqual(given.length + count * longest);
      }),
      { numRuns: RUNS },
    );
  });
});

test("a marker with the name of no rule is ordinary text", () => {
  const token = filled("ghp_{A36}", 9);
  expect(redact(`[redacted:${token}]`).text).toBe("[redacted:[redacted:github-token]]");
});

test("found secrets are counted by rule", () => {
  const [a, b] = [filled("ghp_{A36}", 1), filled("ghp_{A36}", 2)];
  expect(redact(`${a} ${b} npm_${"{A36}"}`).found).toEqual([{ rule: "github-token", count: 2 }]);
});

test("a secret written as character codes, and a key pair written as bytes, are removed completely", () => {
  const codes = [...`ghp_${"a1B2c3D4e5F6".repeat(3)}`].map((letter) => letter.charCodeAt(0));
  for (const list of [codes.join(","), codes.join(", ")])
    expect(redact(`String.fromCharCode(${list});`).text).toBe(
      "String.fromCharCode([redacted:base64-secret]);",
    );
  const pair = Array.from({ length: 64 }, (_, i) => (i * 167 + 13) % 256);
  expect(redact(`[${pair.join(",")}]`).text).toBe("[[redacted:base64-secret]]");
  const table = Array.from({ length: 64 }, (_, i) => i);
  for (const kept of [
    table,
    pair.slice(1),
    [..."a text of letters, and nothing else"].map((c) => c.charCodeAt(0)),
  ])
    expect(redact(`[${kept.join(",")}]`).found).toEqual([]);
});

test("base64 text that contains a secret is removed completely", () => {
  const wrapped = Buffer.from(filled("user: ci\ntoken: ghp_{A36}\n", 4)).toString("base64");
  expect(redact(`data: ${wrapped} end`).text).toBe("data: [redacted:base64-secret] end");
  const harmless = Buffer.from("Nothing but a greeting to the reader of this file.").toString("base64");
  expect(redact(harmless).text).toBe(harmless);
});

describe("a private key", () => {
  const dashes = "-".repeat(5);
  const armoured = (label: string, end: string) =>
    filled(
      [`${dashes}BEGIN ${label}${dashes}`, "{b64}", "{b64}", "{b20}", `${dashes}END ${label}${dashes}`].join(
        end,
      ),
      6,
    );

  test.each([
    ["OpenSSH", armoured("OPENSSH PRIVATE KEY", "\n")],
    ["PGP", armoured("PGP PRIVATE KEY BLOCK", "\n").replace(/\n/, "\nVersion: GnuPG v2\n\n")],
    ["inside JSON", armoured("PRIVATE KEY", "\\n")],
    ["in a diff", armoured("RSA PRIVATE KEY", "\n+")],
    ["in code", armoured("EC PRIVATE KEY", '\\n" +\n  "')],
    ["indented", armoured("PRIVATE KEY", "\r\n    ")],
  ])("of %s is removed completely", (_, key) => {
    expect(redact(`before "${key}" after`).text).toBe('before "[redacted:private-key]" after');
  });

  test("that is truncated is removed up to its end", () => {
    const cut = armoured("PRIVATE KEY", "\n").slice(0, -60);
    expect(redact(cut).text).toBe("[redacted:private-key]");
  });

  test("that is only mentioned stays", () => {
    expectKept(`if (text.startsWith("${dashes}BEGIN PRIVATE KEY${dashes}")) return parse(text);`);
  });
});

describe("a payload", () => {
  const token = filled("ghp_{A36}", 8);

  test("loses secrets in texts, arrays and keys, and under names of secrets", () => {
    const { value, found } = redactDeep({
      list: [`a ${token}`, 1, null, true],
      deep: { password: "hunter2", max_tokens: 5, note: "fine", Authorization: "Basic dXNlcjpodW50ZXIy" },
      env: [{ name: "DB_PASSWORD", value: "letmein9" }],
      [token]: "x",
    });
    expect(value).toEqual({
      list: ["a [redacted:github-token]", 1, null, true],
      deep: {
        password: "[redacted:named-password]",
        max_tokens: 5,
        note: "fine",
        Authorization: "Basic [redacted:basic-credentials]",
      },
      env: [{ name: "DB_PASSWORD", value: "[redacted:named-password]" }],
      "[redacted:github-token]": "x",
    });
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  });

  test("keeps placeholders, settings and the ids of sessions", () => {
    const value = {
      session_id: "0b9c1d5e-7f0a-4c1e-9d43-0a5b6c7d8e9f",
      sessionID: "ses_e20d7efb8ffe7SyJIKR9OJyXLc",
      password: "<your-password>",
      token: "",
      secret: "process.env.SECRET",
      key: "ArrowDown",
    };
    expect(redactDeep(value)).toEqual({ value, found: [] });
  });

  test("is dropped where it is nested too deeply to be searched, and counted", () => {
    let value: unknown = token;
    for (let i = 0; i < 100; i++) value = [value];
    const { value: kept, found } = redactDeep(value);
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(found).toEqual([{ rule: "too-deep", count: 1 }]);
  });

  test("that contains itself does not cause an endless loop", () => {
    const value: { self?: unknown; two?: unknown } = {};
    value.self = [value, value];
    expect(
      redactDeep(value)
        .found.map(({ rule }) => rule)
        .sort(),
    ).toEqual(["too-deep", "too-many"]);
  });

  test("keeps a key named like the prototype as a key", () => {
    const given: unknown = JSON.parse(`{"__proto__":{"token":"${token}"}}`);
    expect(JSON.stringify(redactDeep(given).value)).toBe('{"__proto__":{"token":"[redacted:github-token]"}}');
  });

  test("of any shape is redacted without failing, and again changes nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (given) => {
        const once = redactDeep(given).value;
        expect(redactDeep(once)).toEqual({ value: once, found: [] });
      }),
      { numRuns: RUNS },
    );
  });
});

test("at most one in a hundred of the planted development secrets survives", () => {
  const planted = plantedSecrets("dev");
  expect(planted.length).toBeGreaterThanOrEqual(300);
  expect(new Set(planted.map(({ format }) => format)).size).toBeGreaterThanOrEqual(40);
  const left = planted.filter((each) => survives(each, redact(each.text).text));
  const named = left.map(({ format, place }) => `${format} in ${place}`);
  expect(named.length, named.join(", ")).toBeLessThanOrEqual(planted.length / 100);
});

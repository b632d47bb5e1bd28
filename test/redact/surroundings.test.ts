import { createHash } from "node:crypto";
import { expect } from "vitest";
import { redact } from "../../src/core/redact/redact.ts";
import { redactDeep } from "../../src/core/redact/redact-deep.ts";
import { redactedHead, redactedTail } from "../../src/core/redact/redacted-head.ts";
import { safeId } from "../../src/core/redact/safe-id.ts";
import { scenario } from "../scenarios/scenario.ts";
import { filled } from "./filled.ts";

/** Texts in which people tell each other a password; `…` marks the password. */
const PLACES = [
  ...["credentials: acme / …", "Grafana login - admin - …", "log in as root with … on the jump host"],
  ...["wifi: Office-5G, key …", "user admin, password …", "new account: jdoe / …", "info@acme.io / …"],
  ...["use … to log in", "temp password for jdoe - …", "https%3A%2F%2Fapp%3A…%40db.acme.io%2Fx"],
  ...["Zugangsdaten: admin / …", "Benutzer root, Kennwort …", "Anmeldung als root mit …"],
  ...["Identifiants : admin / …", "utilisateur root, mot de passe …", "connexion : admin / …"],
  ...["usuario root, clave …", "credenciales: admin / …", "usuário root, senha …", "acesso: admin / …"],
  ...["credenziali: admin / …", "utente root, password …", "użytkownik root, hasło …"],
  ...["gebruiker root, wachtwoord …", "kullanıcı root, şifre …", "логин admin, пароль …, порт 22"],
  ...["I changed it to … today, the old password is void"],
  ...["вхід: admin / …", "用户名 root 密码 …", "ログイン: admin / …", "아이디 admin 비밀번호 …"],
];

/** Passwords that people make up, with their special characters. */
const PASSWORDS = [
  ...[
    "rivercastle42!",
    "Amber-Falcon77?",
    "meadow_tiger.31#",
    "Winter.Piano08*",
    "Copper2024$",
    "27Rocketmarble!",
  ],
  ...["xK7f*Qm2#Lp9", "pT4!vB8@nZ6w", "M3@d0w51!"],
];

/**
 * Code and settings, where a name could be in the place of the password. Passwords there mix words unlike identifiers
 * do.
 */
const SETTINGS = [
  ...[
    "psql 'host=db user=crm password=… sslmode=off'",
    "storePassword=…",
    "helm install x --set adminPassword='…'",
  ],
  ...["let pw = '…'", "127.0.0.1:6379> AUTH …", "dsn: 'user=app password=… dbname=shop'", '-  password: "…"'],
  ...["useradd -p \"$(openssl passwd -6 '…')\" x"],
  ...["rotated the db password from … to another one", "smtp+tls://ana@acme.test:…@mail.acme.test:587"],
];
const MIXED = ["Otter_Lake_7", "brook-Maple9", "heron.Cliff.4"];

scenario("secrets.chosen", () => {
  const mixed = SETTINGS.flatMap((place) => MIXED.map((password) => place.replace("…", password)));
  expect(mixed.filter((text) => redact(text).text === text)).toEqual([]);
  const kept = PLACES.flatMap((place) =>
    PASSWORDS.map((password) => redact(place.replace("…", () => password)).text).filter((text) =>
      PASSWORDS.some((password) => text.includes(password)),
    ),
  );
  expect(kept).toEqual([]);
});

const BASE64_LINES = "{b64}\n{b64}\n{b64}\n{b40}";
const PUBLIC_TEXTS = [
  `<X509Certificate xmlns="http://www.w3.org/2000/09/xmldsig#">\n${BASE64_LINES}</X509Certificate>`,
  `<ds:SignatureValue>${BASE64_LINES}</ds:SignatureValue>`,
  `-----BEGIN CERTIFICATE-----\n${BASE64_LINES}\n-----END CERTIFICATE-----`,
  `> -----BEGIN PUBLIC KEY-----\n> {b64}\n> {b64}\n> {b64}\n> -----END PUBLIC KEY-----`,
  "{h64}  dist/index.js",
  "sha256:{h64}",
  "Walker(root, options, callback$1)",
  "We log in with the company account; see user-guide-2024.pdf, page 12.",
  "The admin panel of release v2.14.3 runs on web-server-01 as root.",
];

scenario("secrets.public", () => {
  for (const text of PUBLIC_TEXTS.map((each) => filled(each, 4))) expect(redact(text).text).toBe(text);
});

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const token = (seed: number): string => filled(`${"ghp"}_{A36}`, seed);

scenario("secrets.ids", () => {
  const id = `session-${token(1)}`;
  expect(safeId(id, sha256)).toMatch(/^redacted-[0-9a-f]{12}$/);
  expect(safeId(id, sha256)).toBe(safeId(id, sha256));
  expect(safeId(safeId(id, sha256), sha256)).toBe(safeId(id, sha256));
  expect(safeId(`session-${token(2)}`, sha256)).not.toBe(safeId(id, sha256));
  for (const drawn of ["0b9c1d5e-7f0a-4c1e-9d43-0a5b6c7d8e9f", "toolu_01A09q90qw90lq917835lq9", "s1", "main"])
    expect(safeId(drawn, sha256)).toBe(drawn);
});

scenario("secrets.cuts", () => {
  const words = "word ".repeat(2000);
  for (let inside = 0; inside <= 41; inside++) {
    const secret = token(inside + 1);
    const text = `${words.slice(0, 4000 - inside - 1)} ${secret} ${words}`;
    const kept = redact(redactedHead(text, 4000)).text;
    expect(kept).not.toContain(secret.slice(0, 12));
    expect(kept.length).toBeLessThanOrEqual(4100);
    const turned = `${words} ${secret} ${words.slice(0, 4000 - inside - 1)}`;
    expect(redact(redactedTail(turned, 4000)).text).not.toContain(secret.slice(-12));
  }
  expect(redactedHead(words, 100)).toBe(words.slice(0, 100));
  expect(redactedTail(words, 100)).toBe(words.slice(-100));
});

/** Repeated pieces that make the searches start again at every place. */
const SLOWING = [
  ...[
    "log in as root with ",
    "use a1!a1!a to log in ",
    "a@bcd / a1",
    "V1!abcdef, the password ",
    "> a\n",
    "\\n",
  ],
  ...[
    "%3A%2F%2Fa%3A",
    "%3A%2F%2Fa%3Ab%40",
    "your code is ",
    "recovery codes: abcd-efgh ",
    "canyon velvet ",
    "aB!",
  ],
  ...["password a-b-1 ", "<X509Certificate>", "a:bcdefgh1!", "admin / ", "abcdefgh!"],
];
const MEGABYTE = 1_000_000;

/** Processor time, so that other programs do not count. */
function costOf(text: string): number {
  const began = process.cpuUsage();
  redact(text);
  redactDeep({ text });
  return process.cpuUsage(began).user / 1000;
}

/**
 * Whether the cost of four times the text is more than eight times as much. The constant allows for other work of the
 * machine.
 */
function growsTooFast(piece: string): boolean {
  const [small = 0, large = 0] = [MEGABYTE / 16, MEGABYTE / 4].map((size) =>
    costOf(piece.repeat(Math.ceil(size / piece.length))),
  );
  return large > 8 * small + 100;
}

scenario("secrets.linear", () => {
  // A slow pattern is slow every time; garbage collection is not.
  const slow = SLOWING.filter((piece) => [1, 2, 3].every(() => growsTooFast(piece)));
  expect(slow).toEqual([]);
});

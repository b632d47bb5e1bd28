import {
  ALNUM,
  anyPassword,
  around,
  B64URL,
  DIGITS,
  HEX,
  humanPassword,
  seedPhrase,
  type UnseenForm,
} from "./secret-unseen-parts.ts";

/** Sentences in ten languages that disclose a password. */
export const UNSEEN_SENTENCES: readonly UnseenForm[] = [
  around("en: log in as", anyPassword, (s) => `you can log in as root with ${s} on the staging box`),
  around("en: use X as the password", anyPassword, (s) => `use ${s} as the password for the test tenant`),
  around(
    "en: password changed to",
    anyPassword,
    (s) => `heads up, I changed the admin password to ${s} this morning`,
  ),
  around("en: pass was", anyPassword, (s) => `the old db pass was ${s}, rotate it please`),
  around("en: credentials slash", anyPassword, (s) => `credentials: svc-report / ${s}`),
  around("en: user and pw line", anyPassword, (s) => `user: deploy\npw: ${s}`),
  around("en: login dash", anyPassword, (s) => `grafana login - admin - ${s}`),
  around(
    "en: pin",
    (p) => p.of(DIGITS, 6),
    (s) => `the door PIN is ${s}, don't share it`,
  ),
  around(
    "en: one-time code",
    (p) => `${p.of(DIGITS, 3)} ${p.of(DIGITS, 3)}`,
    (s) => `Your verification code is ${s}. It expires in 10 minutes.`,
  ),
  around(
    "en: otp in sms",
    (p) => p.of(DIGITS, 6),
    (s) => `Acme: ${s} is your login code. Never share it.`,
  ),
  around(
    "en: recovery codes",
    (p) => `${p.of(HEX, 5)}-${p.of(HEX, 5)}`,
    (s, p) => `Recovery codes, keep them safe:\n1. ${s}\n2. ${p.of(HEX, 5)}-${p.of(HEX, 5)}`,
  ),
  around(
    "en: seed phrase",
    (p) => seedPhrase(p, 12),
    (s) => `wallet seed phrase: ${s}`,
  ),
  around(
    "en: recovery phrase numbered",
    (p) => seedPhrase(p, 24),
    (s) =>
      `My recovery phrase:\n${s
        .split(" ")
        .map((word, i) => `${i + 1}. ${word}`)
        .join("\n")}`,
  ),
  around("en: passphrase for key", humanPassword, (s) => `the passphrase for the signing key is "${s}"`),
  around("en: wifi", humanPassword, (s) => `Office wifi: AcmeGuest, key ${s}`),
  around(
    "en: api key is",
    (p) => p.of(ALNUM, 32),
    (s) => `our maps api key is ${s} btw`,
  ),
  around(
    "en: bearer",
    (p) => p.of(B64URL, 40),
    (s) => `call it with Authorization: Bearer ${s}`,
  ),
  around(
    "en: secret without separator",
    (p) => p.of(ALNUM, 28),
    (s) => `set the client secret ${s} in the vault`,
  ),
  around("de", anyPassword, (s) => `Das Passwort für den Server lautet ${s}, bitte nicht weitergeben.`),
  around("de: Zugangsdaten", anyPassword, (s) => `Zugangsdaten: admin / ${s}`),
  around("de: Kennwort", anyPassword, (s) => `Kennwort vom Testkonto: ${s}`),
  around("fr", anyPassword, (s) => `Le mot de passe de la base est ${s}`),
  around("fr: identifiants", anyPassword, (s) => `Identifiants : admin / ${s}`),
  around("es", anyPassword, (s) => `la contraseña del servidor es ${s}`),
  around("es: clave", anyPassword, (s) => `usuario root, clave ${s}`),
  around("it", anyPassword, (s) => `la password di produzione è ${s}`),
  around("pt", anyPassword, (s) => `a senha do banco é ${s}`),
  around("ru", anyPassword, (s) => `пароль от сервера: ${s}`),
  around("ru: inline", anyPassword, (s) => `логин admin, пароль ${s}, зайди и проверь`),
  around("zh", anyPassword, (s) => `数据库的密码是${s}，不要外传`),
  around("ja", anyPassword, (s) => `本番DBのパスワードは${s}です`),
  around("ko", anyPassword, (s) => `서버 비밀번호는 ${s} 입니다`),
  around("pl", anyPassword, (s) => `hasło do bazy: ${s}`),
  around("nl", anyPassword, (s) => `het wachtwoord is ${s}`),
];

import { wordSet } from "../text/word-set.ts";
/** A word that a secret's name has in it, and what it says by itself. */
export type NameWord = {
  /** In lower case. */
  readonly word: string;
  /** What a sentence that says the word is about to tell. */
  readonly tells?: "password" | "token";
};

/** A word with a letter left out, doubled, or in the place of the next one, as people mistype it. */
const misspellings = (word: string): string[] =>
  [...word].flatMap((letter, i) => {
    const [before, after] = [word.slice(0, i), word.slice(i + 1)];
    const forms = [
      before + after,
      before + letter + letter + after,
      before + after.slice(0, 1) + letter + after.slice(1),
    ];
    return forms.filter((form) => i > 0 && !word.includes(form));
  });

const MISTYPED = ["password", "passwort", "contraseña", "credential"].flatMap(misspellings);

/** Names of what people choose and type, in the languages that most projects are written in. */
const PASSWORD_ENDINGS = (
  "password passwd passphrase passcode pass_phrase pass_code passwort kennwort geheimzahl contraseña contrasena contrasenya senha lozinka geslo slaptažodis parool гасло " +
  "palavra_passe mot_de_passe parola_d_ordine пароль пароля паролем паролю секрет 密码 密碼 口令 暗証番号 パスワード パスフレーズ パス 패스 " +
  "비밀번호 비번 암호 패스워드 hasło haslo hasłem hasła şifre sifre şifresi parola parolă wachtwoord lösenord losenord " +
  "lösenordet heslo salasana jelszó passord kodeord adgangskode κωδικός κωδικός_πρόσβασης كلمة_المرور كلمة_السر סיסמה " +
  "पासवर्ड รหัสผ่าน mật_khẩu kata_sandi _sandi secret secretkey secret_key secret_key_base secret_access_key mnemonic " +
  "seed_phrase requirepass rootpw userpw secureword " +
  "_pwd _pass _pw _psw _mdp _psk _pin _otp _cred _creds _credential _credentials _geheimnis _clave _clave_de_acceso " +
  "_authtok _pword _passw _pswd _userpass _sharedsecret _shared_secret _preshared_key _pre_shared_key _presharedkey _community " +
  "_security_answer _secret_answer _key_content _key_material _keymaterial _wireless_key _wifi_key _wlan_key _wlan_schlüssel adgangskoden _sshpass _remotepass _localpass رمز_عبور 暗号"
)
  .split(" ")
  .concat(MISTYPED);

/** Names of what programs draw. */
const TOKEN_ENDINGS = (
  "token токен 令牌 トークン 토큰 jeton apikey api_key api_schlüssel api_密钥 api密钥 apiキー api_키 clé_api clé_d_api cle_api " +
  "clave_api clave_de_api chave_api chave_de_api klucz_api 密钥 密鑰 秘钥 ключ authorization " +
  "password_hash passwd_hash pw_hash pwhash password_digest samlresponse saml_response samlassertion " +
  "_activation_code _verification_code _pairing_code _invite_code _invitation_code _access_code _setup_code _enrollment_code _registration_code " +
  "_confirmation_code _redeem_code _claim_code _auth_code _authorization_code _login_code _device_code _security_code _unlock_code " +
  "_secret_id _key_data _pepper _salt _auth _pat _bearer _jwt _dsn access_secret auth_secret"
).split(" ");

/** Whose key is a secret: any other may be the key of a map, a table or a keyboard. */
const KEYS = new Set(
  (
    "activation product serial registration access secret private auth encryption encrypt signing sign master account shared license licence service deploy " +
    "storage client webhook admin app application rsa ssh hmac jwt aes cipher subscription consumer integration " +
    "ingest ingestion write server preshared session setup recovery unlock wifi wlan wireless network instrumentation decryption keystore vault enrollment provisioning device join install pairing agent cluster tunnel relay gateway runner tenant"
  ).split(" "),
);

/** What may follow a name without changing what it names. */
const SUFFIXES = wordSet(
  "value val string str b64 base64 hex raw plain prod production dev staging live test sandbox old new current primary secondary confirmation confirm confirmed repeat again",
);

/** One of these is in every name of a secret. They are looked for before anything else. */
export const NAME_WORDS: readonly NameWord[] = [
  ...nameWords(
    "password",
    "password passwd passwort pass passphrase passcode kennwort geheimzahl contraseña contrasena contrasenya senha lozinka geslo slaptažodis гасло парол 密码 密碼 口令 暗証番号 パスワード " +
      "パスフレーズ パス 패스 비밀번호 비번 패스워드 hasło hasłem hasła şifre parola wachtwoord lösenord heslo salasana jelszó passord kodeord " +
      "κωδικ पासवर्ड รหัสผ่าน khẩu sandi sandinya סיסמה secret pw pwd mdp psk clave",
  ),
  ...'palavra-passe,رمز عبور,adgangskode,"assword,*assword,p/w,security question,key content,mot de passe,كلمة المرور,كلمة السر'
    .split(",")
    .map((word): NameWord => ({ word, tells: "password" })),
  ...MISTYPED.map((word): NameWord => ({ word, tells: "password" })),
  ...nameWords("token", "token токен 令牌 トークン 토큰 密钥 密鑰 apiキー api-key apikey ключ schlüssel"),
  ..."api key,access key,secret key,auth key,clave api,clé api,clé d'api,clé d’api,chave api"
    .split(",")
    .map((word): NameWord => ({ word, tells: "token" })),
  ..."mot_de_passe 암호 haslo sifre losenord секрет keymaterial pwhash samlresponse"
    .split(" ")
    .map((word) => ({ word })),
  ..."mnemonic seed psw cred geheimnis pre-shared preshared pin otp rootpw userpw community jeton key code 秘钥 auth salt _pat -pat bearer jwt dsn _api -api value"
    .split(" ")
    .map((word) => ({ word })),
];

function nameWords(tells: "password" | "token", words: string): NameWord[] {
  return words.split(" ").map((word) => ({ word, tells }));
}

/** Most names end in other letters, and are done with after one look. */
const LAST_LETTERS: ReadonlySet<string> = new Set(
  [...PASSWORD_ENDINGS, ...TOKEN_ENDINGS, "key"].map((ending) => ending.slice(-2)),
);

/** What a name promises: a password, a token, or nothing that is known to be secret. */
export function kindOfName(name: string): "password" | "token" | undefined {
  const plain = withoutSuffix(plainName(name));
  if (!LAST_LETTERS.has(plain.slice(-2))) return undefined;
  const ends = (ending: string) => plain.endsWith(ending);
  if (PASSWORD_ENDINGS.some(ends) || /[a-z](?<!_(?:by|com|tres|sur|over|under|multi|first))pass$/.test(plain))
    return "password";
  if (TOKEN_ENDINGS.some(ends)) return "token";
  if (!plain.endsWith("key")) return undefined;
  const owner = plain.slice(0, plain.endsWith("_key") ? -4 : -3);
  return KEYS.has(owner.slice(owner.lastIndexOf("_") + 1)) ? "token" : undefined;
}

/** "dbPassword", "DB-PASSWORD" and "db password" as "_db_password". */
export function plainName(name: string): string {
  const apart = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[\s.\-'’:/+$@]+/g, "_");
  return `_${apart.toLowerCase()}`;
}

function withoutSuffix(plain: string): string {
  const isEncoding = /_b(?:ase)?64$/.test(plain);
  const numberless = isEncoding ? plain : plain.replace(/_?\d{1,3}$/, "");
  const last = numberless.lastIndexOf("_");
  return last > 0 && SUFFIXES.has(numberless.slice(last + 1)) ? numberless.slice(0, last) : numberless;
}

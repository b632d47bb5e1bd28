import type { SecretSpan } from "./rule.ts";
import type { Scan } from "./scan.ts";
import { isPlaceholder, isRandom, isWordy, looksChosen, looksStrong, looksTyped } from "./value.ts";

/** Words after which a name and a password follow, each in lower case. */
const LOGIN_WORDS: readonly string[] = (
  "login,log in,log into,log-in,log on,logon,logged in,signed in,sign in,sign-in,credential,creds,account,connect,authenticate,basic auth,auth:," +
  "user,user/,user /,u/p,root,admin,administrator,vpn,wifi,wi-fi,wlan,ssid,hotspot,router,ssh,sftp,ftp,rdp,panel,console,mailbox,unlock,unzip,decrypt,opens with,open with,reset to,get in,gets in,got in,get into,gets into,got into,logs in,logs into,protected with,protected by,encrypted with,secured with,guest network,open it,open the,extract," +
  "melde,connecte-toi,entra,entrar," +
  "zugang,zugangsdaten,anmeldedaten,anmeldung,anmelden,einloggen,benutzer,benutzername,konto,nutzer," +
  "identifiant,connecte,connecter,connexion,utilisateur,compte,accès,credenciales,usuario,acceso,cuenta,iniciar sesión," +
  "credenciais,usuário,acesso,conta,entre como,entre com,credenziali,accesso,accedi,utente,inloggen,inloggegevens,gebruiker," +
  "logowan,zaloguj,użytkownik,inloggning,logga in,användare,bruger,bruker,giriş,kullanıcı,hesap,uživatel,přihl,felhaszn,käyttäj,utilizator," +
  "логин,логін,доступ,вход,вхід,зайди,войти,учётн,учетн,пользовател,користувач,вайфа," +
  "账号,帐号,账户,帳號,用户,用戶,登录,登入,凭据,ログイン,アカウント,認証情報,ユーザー,로그인,계정,사용자,아이디," +
  "مستخدم,حساب,الدخول,משתמש,tài khoản,đăng nhập,akun,pengguna,χρήστη,σύνδεση"
).split(",");

/** How far behind the word a password is looked for. */
const NEAR_MAX = 120;
const VALUE =
  /(?:^|[\s"'`“«(/:,|—–：、「→])([A-Za-z\d!#%*+~?$^&@][\w!#%*+~?$^&@.-]{5,63})(?=$|[\s"'`”»),;|，。、」])/g;
/** A line without one of these has no password that can be told from words. */
const MAY_HOLD = /\d|[a-z][A-Z]|[!#%*+~$^&]/;
/** The name of the account, and what parts it from the password. */
const ACCOUNT =
  /[A-Za-z\u00c0-\u052f\u0590-\u06ff\u0900-\u0eff\u1e00-\u1eff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af\d@._-]{2}["'`”»*]{0,2}\s{0,2}(?:->|[/:,|—–：、→-]|with|using|is|is now|=|and|und|mit|ist|est|es|è|é|avec|et|con|y|e|com|с|под|per|i|ile|met|en|med|\s)\s{0,2}["'`“«*「]{0,2}$/;
/** "credentials: admin / …" and "as root with …": what stands there can only be a password. */
const SURE =
  /[:：–—→-]\s{0,2}["'`*]{0,2}[A-Za-z0-9][\w.@+-]{1,40}["'`*]{0,2}\s{0,2}[/|,–—-]\s{0,2}["'`*]{0,2}$|\s(?:as|als|como|come|que|under|под|jako|som|olarak)\s["'`*]{0,2}[\w.@-]{2,40}["'`*]{0,2},?\s(?:with|using|mit|avec|con|com|met|med|с|z)\s["'`*]{0,2}$|[:：]\s{0,2}["'`*]{0,2}[\w.@+-]{2,40}["'`*]{0,2}\s(?:with|using|mit|avec|con|com|met|med)\s["'`*]{0,2}$|[\s,](?:key|code|clave|clé|chiave|chave|klucz|nyckel|sleutel|schlüssel|ключ|код|and)(?: is|:)?\s["'`*]{0,2}$/i;
/** Code has other rules. */
const CODE = /[{}=;<>$[\]\\]|\w\(/;

/** What somebody signs in with, told beside the name of the account: "log in as root with …", "credentials: admin / …". */
export function loginSecrets(seen: Scan): SecretSpan[] {
  const isAddressed = seen.has("@") && /\d/.test(seen.text);
  return [...accountSecrets(seen), ...callSecrets(seen), ...(isAddressed ? addressSecrets(seen.text) : [])];
}

function accountSecrets({ text, lower, isAligned, has }: Scan): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const searched = isAligned ? lower : text;
  for (const word of LOGIN_WORDS) {
    if (!has(word)) continue;
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + word.length)) {
      const span = isWordAt(text, at, word.length)
        ? (passwordNear(text, at) ?? passwordBefore(text, at))
        : undefined;
      if (span !== undefined) spans.push(span);
    }
  }
  return spans;
}

/** Roots of words in other scripts may go on; English ones may not. */
const isWordAt = (text: string, at: number, length: number): boolean =>
  !/[\w$]$|--$/.test(text.slice(Math.max(0, at - 2), at)) &&
  (text.charCodeAt(at) > 127 || /^(?:s|ed|e|en|n)?(?![\w-])/.test(text.slice(at + length, at + length + 3)));

function passwordNear(text: string, from: number): SecretSpan | undefined {
  const near = text.slice(from, from + NEAR_MAX);
  const line = near.slice(0, endOfLines(near));
  if (!MAY_HOLD.test(line)) return undefined;
  for (const found of line.matchAll(VALUE)) {
    const said = found[1] ?? "";
    const value = said.replace(/\.$/, "");
    const gap = line.slice(0, found.index + found[0].indexOf(said));
    if (CODE.test(gap.replace(/\s->\s/, " → "))) return undefined;
    if (!ACCOUNT.test(gap) || !(SURE.test(gap) ? looksChosen(value) : looksTyped(value))) continue;
    const start = from + gap.length;
    return { start, end: start + value.length, rule: "login-password" };
  }
  return undefined;
}

/** "use … to log in": the password comes first. */
const USED =
  /\b(?:use|with|enter|type|try)\s(?:[\w.@-]{2,40}\s(?:and|with|\/)\s)?["'`“]?([A-Za-z\d!#%*+~?$^&@][\w!#%*+~?$^&@.-]{5,63})["'`”]?\s(?:to|for|and)\s(?:[a-z]{1,12}\s){0,2}$/;
const USED_MAX = 110;

function passwordBefore(text: string, at: number): SecretSpan | undefined {
  const from = Math.max(0, at - USED_MAX);
  const before = text.slice(from, at);
  if (!/\s(?:to|for|and)\s(?:[a-z]{1,12}\s){0,2}$/.test(before.slice(-36))) return undefined;
  const found = USED.exec(before);
  const said = found?.[1];
  if (found === null || said === undefined || !looksTyped(said)) return undefined;
  const start = from + found.index + found[0].lastIndexOf(said);
  return { start, end: start + said.length, rule: "login-password" };
}

/** The line and, where it ends in a colon, the next one. */
function endOfLines(near: string): number {
  let end = near.indexOf("\n");
  if (end < 0) return near.length;
  let isLed = /[:：]\s*$/.test(near.slice(0, end));
  // What stands alone on its line may be an account, and then a password.
  for (
    let lines = 0;
    lines < 3 && (isLed || /^\n[ \t]{0,8}(?:\S{2,64}|-{3,40})[ \t]{0,4}(?:\n|$)/.test(near.slice(end)));
    lines++
  ) {
    const next = near.indexOf("\n", end + 1);
    if (next < 0) return near.length;
    [end, isLed] = [next, false];
  }
  return end;
}

/** What stands behind the address of somebody or of a machine: "ana@host.io / …". */
const BEHIND_ADDRESS =
  /@[\w.-]{3,60}(?:\r?\n| (?=\S{6,64}(?:\n|$))|["'`>]{0,2}\s{0,2}[/|:,#(–—-]\s{0,2})["'`(]{0,2}([A-Za-z\d!#%*+~?$^&][\w!#%*+~?$^&@.-]{5,63})(?=$|[\s"'`),;|])/y;

function addressSecrets(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let at = text.indexOf("@", 1); at >= 0; at = text.indexOf("@", at + 1)) {
    BEHIND_ADDRESS.lastIndex = at;
    const said = /[\w.+-]/.test(text[at - 1] ?? "") ? BEHIND_ADDRESS.exec(text)?.[1] : undefined;
    const value = said?.replace(/\.$/, "");
    if (said === undefined || value === undefined) continue;
    const start = BEHIND_ADDRESS.lastIndex - said.length;
    // Below an address it stands alone: the second line of a file for signing in.
    if (/\w[\n ]$/.test(text.slice(start - 2, start)) ? !looksStrong(value) : !looksChosen(value)) continue;
    spans.push({ start, end: start + value.length, rule: "login-password" });
  }
  return spans;
}

const CALL =
  /(?:connect(?:ion)?|log_?in|cred(?:ential)?s?|sign_?in|authenticate|logon|client|database|jwt\.(?:sign|verify|encode|decode)|create_?user|add_?user|set_?password|pw_set|auth(?:provider|entication)?|wifi\.begin|\bpdo|hmac|pgp_sym_(?:en|de)crypt|bcrypt\.\w{2,12}|keychain\.set|env\.fetch|getenv)["']?\s?[=:]?\s?[([]/gi;
const FIRST_IS_SECRET = /^(?:bcrypt|keychain)/i;
const CALL_WORDS =
  "connect log cred sign authenticate client database jwt user password auth fetch getenv wifi pdo hmac pgp_sym bcrypt keychain".split(
    " ",
  );
const ARGUMENTS_MAX = 300;
const STRING = /(["'`])([^"'`\n\\]{0,64})\1/g;

/** Passwords among the arguments of a call that signs in: connect("db", "root", "…"). */
function callSecrets({ text, has }: Scan): SecretSpan[] {
  const spans: SecretSpan[] = [];
  if (!CALL_WORDS.some(has)) return spans;
  CALL.lastIndex = 0;
  for (let found = CALL.exec(text); found; found = CALL.exec(text)) {
    const from = CALL.lastIndex;
    const rest = text.slice(from, from + ARGUMENTS_MAX);
    const end = rest.search(/[)\]]|\n\s*\n/);
    const args = rest.slice(0, end < 0 ? rest.length : end);
    for (const string of args.matchAll(STRING)) {
      const value = string[2] ?? "";
      // The first one says where to, but not where a password is checked or kept.
      const isSecret = string.index > 0 || FIRST_IS_SECRET.test(found[0]) ? isArgumentSecret(value) : false;
      if (isSecret) {
        const start = from + string.index + 1;
        spans.push({ start, end: start + value.length, rule: "login-password" });
      }
    }
  }
  return spans;
}

const isArgumentSecret = (value: string): boolean =>
  looksTyped(value) ||
  /^[0-9a-f]{32,64}$/.test(value) ||
  (/^(?=.*\d)[!-.0-~]{10,64}$/.test(value) && /[!#%^&*@]/.test(value) && isRandom(value, 10));

const COOKIE_HEADER = /\b(?:set-)?cookie["'`]?\s{0,2}[:=]\s{0,2}["'`]?/gi;
const COOKIE = /\s{0,4}([\w.%-]{1,80})=([^;\s"'`\\,]{0,4096});?/y;
const COOKIE_ATTRIBUTE =
  /^(?:path|domain|expires|max-age|samesite|secure|httponly|priority|version|lang|locale|theme|tz)$/i;
/** No header has more; a text that goes on like one is not a header. */
const COOKIES_MAX = 100;

/** Values of cookies in headers that could sign somebody in. */
export function cookieValues(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  COOKIE_HEADER.lastIndex = 0;
  for (let found = COOKIE_HEADER.exec(text); found; found = COOKIE_HEADER.exec(text)) {
    COOKIE.lastIndex = COOKIE_HEADER.lastIndex;
    for (let pairs = 0; pairs < COOKIES_MAX; pairs++) {
      const pair = COOKIE.exec(text);
      if (pair === null) break;
      COOKIE_HEADER.lastIndex = COOKIE.lastIndex;
      const [whole, name = "", value = ""] = pair;
      if (COOKIE_ATTRIBUTE.test(name) || !isCredential(value)) continue;
      const start = pair.index + whole.indexOf("=") + 1;
      spans.push({ start, end: start + value.length, rule: "cookie" });
    }
  }
  return spans;
}

const isCredential = (value: string): boolean =>
  value.length >= 8 && !isPlaceholder(value) && !isWordy(value) && (/\d/.test(value) || isRandom(value, 12));

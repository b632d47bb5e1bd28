/** Forms that secrets of any owner travel in: headers, addresses, key files, hashes. */
export const FORM_RULES = String.raw`
jwt: Anybody's: a signed token that says who somebody is (also nested or encrypted)
  eyj
  (?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.(?:eyJ)?[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{8,}){0,2}
input-value any-case chosen: HTML: what stands in a field for a password
  <input
  (<input\b[^<>\n]{0,160}?\svalue=\\?["'])[^"'<>\n]{4,128}(?=["'][^<>\n]{0,160}\stype=\\?["']?password)
wifi-key any-case typed: Wireless networks: the key
  wireless wi-fi wifi wlan ssid
  ((?:wireless|wi-?fi|wlan|ssid)[^\n]{0,80}?[\s._-](?:key|psk)\s?[=:]?\s?["']?)[^\s"'\x60]{8,63}
safe-combination any-case: Anybody's: the numbers that open a safe or a lock
  combin kombin combo␣
  ((?:safe|lock[a-z]{0,4}|vault|tresor[a-z]{0,2}|coffre)[^\n\d]{0,40}?(?:combination|kombination|combinaison|combo)[^\n\d]{0,24}|(?:combination|kombination|combinaison|combo)[^\n\d]{0,30}(?:safe|lock|vault|tresor|coffre)[^\n\d]{0,16})\d{1,2}(?:[- ]\d{1,2}){2,4}(?![\d-])
xml-password any-case chosen: Anybody's: an element with attributes that is named for a secret
  password␣ passwd␣ secret␣ token␣ apikey␣ pass␣ pwd␣
  (<(?:\w{1,20}:)?\w{0,20}(?:password|passwd|pass|pwd|secret|token|apikey)\s[^<>\n]{1,160}>)[^<>\s]{4,256}(?=<)
jwe: Anybody's: an encrypted token, with or without a key inside
  eyj
  (?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{0,1024}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}
url-signature any-case random: Clouds: the signature of an address that opens what it points to
  signature=
  ([?&;](?:x-goog-|x-oss-|x-cos-)?signature=)[A-Za-z0-9%+/_~.-]{27,}={0,2}
totp-seed any-case: Authenticators: the seed that codes are made of
  totp 2fa mfa authenticator otp
  ((?:totp|2fa|mfa|authenticator|otp)[^\n]{0,40}?[\s:="'])(?=[A-Z]{0,40}[2-7]|[A-Z]{16}(?![A-Za-z0-9]))(?:[A-Z2-7]{16,64}|[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15})(?![A-Za-z0-9])
serial-number: Anybody's: a key that a program is unlocked with, by its name
  serial licen activation product registration
  ((?:[Ss]erial|[Ll]icen[cs]e|[Aa]ctivation|[Pp]roduct|[Rr]egistration|SERIAL|LICEN[CS]E)[^\n]{0,30}?[\s:="'])(?=[A-Z-]{0,40}\d)[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,12}){2,7}(?![A-Za-z0-9-])
licence-key: Anybody's: a key that a program is unlocked with, in groups of five
  -
  -(?<=(?<![A-Za-z0-9-])[A-Z0-9]{5}-)(?=[A-Z-]{0,40}\d)(?=[\d-]{0,40}[A-Z])[A-Z0-9]{5}(?:-[A-Z0-9]{5}){2,6}(?![A-Za-z0-9-])
ansible-vault: Ansible: what a vault holds can be guessed at leisure
  $ansible_vault
  (\$ANSIBLE_VAULT;[\w.;-]{1,60}(?:\r?\n|\\{1,2}n)[ \t]{0,16})(?:[0-9a-f]{2,80}(?:(?:\r?\n|\\{1,2}n)[ \t]{0,16})?){1,400}
authorization-header any-case header: Anybody's: what a request signs in with
  authorization
  (authorization["'\x60\\]{0,4}\]?\s{0,4}(?:=>|[:=,])\s{0,4}[bf]?["'\x60\\]{0,4}(?:(?:bearer|basic|token|apikey|api-key|key|digest|negotiate|bot|ssws|genie[kK]ey|aws4-hmac-sha256)[\s:=]{1,4}){0,2})[^\s"'\x60\\,;<>(){}]{8,}
basic-credentials any-case random word: Anybody's: user and password in base64
  basic␣
  (basic\s{1,2})[A-Za-z0-9+/_-]{12,}={0,2}(?![A-Za-z0-9+/])
url-password chosen: Anybody's: the password in an address, of a web site, a database, a queue or a repository
  ://
  (://[^\s:/?#"'\x60<>\\()[\]{}]{0,128}:)[^\s/"'\x60<>\\]{1,256}(?=@[A-Za-z0-9[$%{.-])
url-password any-case chosen: Anybody's: the same in an address that is a part of another one
  %3a%2f%2f %3a%252f%252f %253a%252f%252f
  (%(?:25)?3A%(?:25)?2F%(?:25)?2F(?:[\w.~-]|%(?:25)?(?!3A|40|2F)[0-9A-F]{2}){0,64}%(?:25)?3A)[^\s"'\x60<>&/]{1,128}(?=%(?:25)?40)
url-token random: Anybody's: a token where an address has its user
  ://
  (://)[A-Za-z0-9_.~-]{16,200}(?=(?::x-oauth-basic|:)?@[A-Za-z0-9])
jdbc-password any-case chosen: Oracle: user and password before the host of a JDBC address
  jdbc:oracle
  (jdbc:oracle:[a-z]{2,6}:[^\s/:@]{1,64}/)[^\s/@"']{3,128}(?=@)
netrc-password any-case chosen word: curl, git and others: .netrc
  login
  ((?:machine\s{1,16}\S{1,128}|default)\s{1,16}login\s{1,16}\S{1,128}\s{1,16}password\s{1,16})\S{4,256}
pgpass chosen: PostgreSQL: .pgpass, host:port:database:user:password
  :5432: :*: :5433: :6432:
  ([\w.*-]{1,80}:(?:5432|5433|6432|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:)[^\s:"']{4,128}
sql-password any-case chosen word: Databases: a user's password in a statement
  identified password␣' password␣␣' password('
  ((?:identified\s{1,4}(?:with\s{1,4}\w{1,40}\s{1,4})?by|password)\s{0,4}\(?(?:password\s{1,4})?')[^'\s]{4,128}(?=')
password-hash: Anybody's: a hashed password can be guessed at leisure
  $2 $1$ $5$ $6$ $y$ $7$ $apr1$ $argon2 $pbkdf2 $scrypt $p$ $h$ pbkdf2_sha {sha} {ssha} krb5 scram-sha *
  (?:\$(?:2[abxy]\$\d\d|[1567y]|apr1|argon2(?:id|i|d)|pbkdf2-sha\d{1,3}|scrypt|krb5[a-z]{2,5}\$\d\d\$[^\s$]{1,80}(?:\$[^\s$]{1,40}){0,3})\$[A-Za-z0-9./$=,+-]{22,}|\$[PH]\$[A-Za-z0-9./]{31}(?![A-Za-z0-9./])|pbkdf2_sha\d{1,3}\$\d{3,8}\$[A-Za-z0-9]{8,40}\$[A-Za-z0-9+/]{27,90}={0,2}|\{S?SHA\d{0,3}\}[A-Za-z0-9+/]{27,120}={0,2}|(?<![\w*])\*[0-9A-F]{40}(?![0-9A-Za-z])|SCRAM-SHA-\d{1,3}\$\d{3,7}:[A-Za-z0-9+/=$:]{40,200})
windows-hash any-case: Windows: the hash of a password, good for signing in as it is
  aad3b435 ::: -hash
  (:\d{3,6}:|\s--?(?:nt-?)?hash(?:es)?[\s=]\s?)(?:[0-9a-f]{32})?:?[0-9a-f]{32}(?=:::|\s|$)
digest-response any-case: Anybody's: the answer to a challenge, from which a password can be guessed
  digest␣
  (digest\s[^\n]{0,400}?response=\\{0,2}")[0-9a-f]{32,64}
secret-address any-case: Anybody's: an address whose last part opens what it points to, for hooks, feeds and invitations
  hook private- integration ping. /key/ invite /share/ magic reset verify signup sign-up confirm activat /v
  ((?:://|//)[^\s"'<>\x60]{0,120}(?:v\d(?=/[0-9a-f]{32}(?![\w.-]))|hooks?|webhooks?|private|integration|hc-ping\.com|keys?|invite|share|magic|reset(?:-password)?|verify|unsubscribe|sign-?up|confirm|activat(?:e|ion))(?:[./_-][A-Za-z0-9._-]{1,24}){0,2}?(?:[/-]|/?\?(?:id|i|c|t|k|h|ref)=))(?=[A-Za-z0-9_-]{0,30}\d[A-Za-z0-9_-]{0,30}\d)(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|-?[A-Za-z0-9][A-Za-z0-9_-]{19,120})(?=[\s"'<>\x60/?.)]|$)
query-key any-case random: Anybody's: a key or a signature in an address
  key= hmac= sig= sign= appid= app_id=
  ([?&](?:key|hmac|sig|sign|app_?id)=)(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?=[^&\s]{0,40}\d[^&\s]{0,40}\d)[A-Za-z0-9_-]{32,200})
query-code any-case random: Anybody's: the code that a sign-in hands over in an address
  code=
  ((?:callback|oauth2?|redirect|sign-?in|login|auth)[^\s"'<>\x60]{0,80}[?&]code=)[A-Za-z0-9_/.%-]{16,512}
recovery-codes any-case: Anybody's: codes for whoever lost the second factor, as a list
  recovery backup scratch
  ((?:recovery|backup|scratch)[-_ ]?codes?\\?["']?\s{0,2}[:=]\s{0,2}\[\s{0,8})[^\]\n]{8,600}(?=\s{0,8}\])
listed-codes: Anybody's: codes for whoever lost the second factor, by their form alone
  -
  -(?<=(?<![\w-])[a-z0-9]{5}-)(?=[^\n\d]{0,12}\d[^\n\d]{0,12}\d)[a-z0-9]{5}(?:[\s,;]{1,6}(?=[a-z-]{0,10}\d)[a-z0-9]{5}-[a-z0-9]{5}){2,15}(?![\w-])
given-key any-case: Anybody's: a key that somebody hands over in a sentence
  this␣ following␣ my␣ here
  (\b(?:this|following|my|here(?:'s| is) (?:the|a|your))\s(?:api[ -]?)?(?:key|token|secret)(?:\s[a-z]{1,12}){0,3}\s?[:=]\s{0,2}["'\x60]?)(?=[A-Za-z_-]{0,40}\d)(?:[0-9a-f]{32,64}|[A-Za-z0-9_-]{24,128})(?![A-Za-z0-9_-])
dotted-token random: Anybody's: rows of chance with dots between them
  .
  \.(?=[A-Za-z0-9_-]{20})(?<=(?<![\w.-])(?:[a-z]{1,8}|[0-9]|\*:[a-z]{2,24})\.)(?:[A-Za-z0-9_-]{20,64}(?:\.[A-Za-z0-9_-]{20,64}){1,3}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.[A-Za-z0-9]{20,64}|[0-9a-f]{48,64})(?::[A-Za-z0-9+/]{20,64}={0,2})?(?![\w.-])
key-bytes any-case: Wallets: a key as a list of numbers
  secretkey secret_key privatekey private_key keypair wallet id.json
  ((?:(?:secret|private)_?key|keypair|wallet|id\.json)[^\n[]{0,60}\[\s{0,2})\d{1,3}(?:,\s{0,2}\d{1,3}){31,63}(?=\s{0,2}\])
drive-key: Windows: what opens an encrypted drive
  -
  -(?<=(?<![\d-])\d{6}-)\d{6}(?:-\d{6}){6}(?![\d-])
age-key any-case: age: secret key
  age-secret-key- age-plugin-
  AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]{2,20})-1[A-Z0-9]{40,}
minisign-key: minisign and signify: secret key
  rwrty0iy rwqaaabc rwrcsw
  RW(?:RTY0Iy|QAAABC|RCSw)[A-Za-z0-9+/]{60,}={0,2}
credential-json-base64 word: Google: a service account's JSON in base64, as CI variables hold it
  zxj2awnlx2fjy291bn nlcnzpy2vfywnjb3vud c2vydmljzv9hy2nvdw50
  ey[A-Za-z0-9+/]{0,40}(?:ZXJ2aWNlX2FjY291bn|NlcnZpY2VfYWNjb3Vud|c2VydmljZV9hY2NvdW50)[A-Za-z0-9+/=_-]{60,}
session-cookie any-case random: Web frameworks: whoever has the cookie is signed in (an agent's own session_id is not one)
  sessid= sessionid connect.sid session= remember_ __host- __secure- .aspnet
  ((?<![\w-])(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|ASPSESSIONID[A-Z]{8}|\.AspNetCore\.[\w.]{1,40}|connect\.sid|sessionid|(?:[\w-]{1,24}_)?session|remember_\w{1,60}|__(?:Host|Secure)-[\w.-]{1,40})=)[A-Za-z0-9%._~+/=-]{16,}
`;

/** Secrets as people type them: what stands behind a flag that takes one. */
export const COMMAND_RULES = String.raw`
command-flag any-case password: Anybody's: --password, --token and the like, with the value as the next word
  -pass -pwd -token -secret -key -api -auth -cred -access -private pass␣ pw␣ pwd␣ passwd␣ password␣
  ((?<![\w-])--?(?:[a-z0-9]{1,16}[-_]){0,3}(?:(?!by|com|sur|tres|over|under)[a-z]{0,12}(?:password|passwd|pass|pwd|pw)|passphrase|token|secret|api[-_]?key|access[-_]?key|secret[-_]?key|auth[-_]?key|account[-_]?key|private[-_]?key|encryption[-_]?key|auth|credentials?)(?:\s{1,3}(?:\\\r?\n[ \t]{0,40})?|["'\x60\\]{1,3}\s?,\s{0,8})[$]?["'\x60\\]{0,3})[^\s"'\x60\\]{4,512}
mysql-password chosen: MySQL and MariaDB: the same in a list of arguments
  mysql mariadb
  ((?:mysql|mariadb)\w{0,12}["'],[^\n\]]{0,160}?["']-p)(?![$])[^\s"'$]{4,128}(?=["'])
curl-user any-case password word: curl: -u user:password
  curl http␣ ab␣
  ((?:curl|https?|ab)\b[^\n]{0,300}?\s(?:-u|--user|--proxy-user|-U|-a|-A|--auth)[\s=]{0,2}["'\\]{0,3}[^\s:"'\\]{1,128}:)[^\s"'\\]{3,256}
mysql-password chosen word: MySQL and MariaDB: -p with the password right behind it
  mysql mariadb
  ((?:mysql|mariadb)(?:-?(?:dump|admin|import|check|show|sh))?\b[^\n|;&]{0,200}?\s-p["']?)(?![$])[^\s"']{4,128}
command-password any-case password word: Programs that take a password behind a one-letter flag
  sshpass docker podman redis-cli mongo sqlcmd ldap zip jarsigner apksigner az␣login htpasswd helm oc␣login skopeo keytool 7z␣
  ((?:sshpass\s{1,3}-p|(?:docker|podman|helm registry|skopeo|buildah|oras|az|oc)\s{1,3}login\b[^\n|;&]{0,160}?\s-p|redis-cli\b[^\n|;&]{0,160}?\s-a|mongo(?:sh|dump|restore|export|import)?\b[^\n|;&]{0,160}?\s-p|sqlcmd\b[^\n|;&]{0,160}?\s-P|ldap(?:search|add|modify|whoami)\b[^\n|;&]{0,160}?\s-w|(?:un)?zip\b[^\n|;&]{0,80}?\s-[a-zA-Z]{0,8}P|7z[a]?\b[^\n|;&]{0,80}?\s-p|(?:keytool|jarsigner|apksigner)\b[^\n|;&]{0,200}?\s-{1,2}(?:store|key)pass|htpasswd\s{1,3}-[a-z]{0,4}b[a-z]{0,4}\s{1,3}\S{1,128}\s{1,3}\S{1,64})\s{0,3}["']?)[^\s"'-][^\s"']{3,127}
typed-secret any-case typed: Shells: a password typed where a command was expected
  not␣found
  ((?:^|\n)-?(?:ba|z|da|k|fi)?sh: (?:line \d{1,6}: |\d{1,6}: )?(?:command not found: )?)[^\s:]{6,64}(?=: (?:command )?not found|\s)
shown-secret any-case typed: Shells: what a command prints that asks for a secret
  secret pass vault credential token
  ((?:^|\n)[$#>%] [^\n]{0,160}(?:secret|pass|vault|credential|token)[^\n]{0,160}\n["']?)[^\s"']{6,128}(?=["']?\s{0,3}(?:\n|$))
pair-line typed: Notes: a line with an account and a password and nothing else
  ␣|␣ ␣-␣ ␣/␣
  ((?:^|\n)\(?[a-z][\w.@-]{1,40} [|/-] )(?=[^\s"'\x60]{0,40}\d)(?=[A-Za-z0-9.-]{0,40}[!#%*+~?^&@$_]|[a-z-]{0,20}\d{2,4}[A-Za-z]|[A-Za-z]{0,12}\d[A-Za-z]{1,12}\d)[^\s"'\x60/()|]{8,64}(?=\)?\s{0,3}(?:\n|$))
named-account typed: Notes: a label, an account and a password
  ␣/␣
  ( / (?<=[:：]\s["'\x60]?[\w.@+-]{2,40}["'\x60]? / )["'\x60]?)[^\s"'\x60,;]{6,64}
redis-auth password: Redis: what a client signs in with
  auth␣
  ((?:> |\n)AUTH (?:[a-z]{2,32} )?)[^\s"']{6,128}
called-login typed: Logs: the arguments of a call that signs in
  login( log_in( signin( auth( authenticate( connect(
  ((?:log_?in|signin|auth|authenticate|connect)\([\w.@-]{2,64},\s?)[^\s"'\x60,()]{6,64}(?=\))
piped-password any-case password word: Passwords printed into sudo, login or chpasswd
  echo␣ printf␣
  ((?:echo|printf)\s{1,3}(?:-[ne]{1,2}\s{1,3}|["']?%s(?:\\n)?["']?\s{1,3})?["']?(?:[a-z_][\w-]{0,31}:)?)[^\s"':|]{4,128}(?=["']?\s{0,3}\|\s{0,3}(?:sudo\b|docker\s{1,3}login|podman\s{1,3}login|chpasswd|passwd\b|gh\s{1,3}auth|helm\s{1,3}registry|cryptsetup))
piped-secret any-case typed word: Anybody's: what looks like a password and is printed into a program, or into a file for secrets
  echo␣ printf␣
  ((?:echo|printf)\s{1,3}(?:-n\s{1,3}|["']?%s(?:\\n)?["']?\s{1,3})?["']?)(?!\$)[^\s"'\x60:|]{6,128}(?=["']?\s{0,3}(?:\|\s{0,3}[a-z]|>{1,2}\s{0,2}\S{0,60}(?:secret|pass|cred|token|key|auth|vault)))
smb-password any-case password word: Samba: user%password
  smbclient rpcclient smbmap mount.cifs
  ((?:smbclient|rpcclient|smbmap|mount\.cifs)\b[^\n|;&]{0,160}?\s-U\s{0,3}["']?[\w\\.@-]{1,64}%)[^\s"']{4,128}
set-variable any-case password word: Anybody's: a variable set without a sign between its name and its value
  env␣ arg␣ setx␣ set␣ setenv␣ variable␣ & pass pwd secret token key auth credential
  ((?:ENV|ARG|setx|setenv|set\s{1,3}-[a-zU]{1,4}|secrets?\s{1,3}set|variable\s{1,3}set|config\s{1,3}set)\s{1,4}["']?[\w/.:@-]{0,80}(?:PASS|PASSWORD|PASSWD|PWD|SECRET|TOKEN|KEY|AUTH|CREDENTIALS?)(?:_\w{1,12})?["']?\s{1,4}(?:(?:--body|-b|--value|-v)[\s=]{1,3})?["']?)[^\s"'=-][^\s"']{5,512}
program-password any-case password word: Programs that take a password in a way of their own
  rar␣ mosquitto_ ipmitool snmp useradd usermod openssl freerdp rdesktop net␣use wmic psexec rabbitmqctl cqlsh influx bcp␣ winrm crackmapexec nxc␣ hydra kinit nmcli wpa_passphrase networksetup radtest acl␣setuser htpasswd expect␣ passwd␣ impacket altool psql␣ ftp␣ vnc steghide outguess twine cadaver smbpasswd ccrypt ccencrypt ccdecrypt swaks schtasks winrs qpdf encrypt_string auth:token net␣user isql smbclient
  ((?:(?:un)?rar\b[^\n|;&]{0,80}?\s-h?p|mosquitto_(?:pub|sub|rr)\b[^\n|;&]{0,160}?\s(?:-P|--pw)|(?:ipmitool|bcp|isql)\b[^\n|;&]{0,160}?\s-P|snmp[a-z]{2,10}\b[^\n|;&]{0,160}?\s-[Ac]|(?:useradd|usermod|cqlsh|psexec|rdesktop|evil-winrm|crackmapexec|nxc|hydra|ncftp|vncdo)\b[^\n|;&]{0,160}?\s-p|(?:ncftp(?:get|put)|steghide|outguess|twine|cadaver|weechat|smbpasswd)\b[^\n|;&]{0,160}?\s-p|(?:ccrypt|ccencrypt|ccdecrypt)\b[^\n|;&]{0,80}?\s-K|swaks\b[^\n|;&]{0,160}?\s-ap|schtasks\b[^\n|;&]{0,200}?\s\/rp|winrs\b[^\n|;&]{0,160}?\s-p:|qpdf\s{1,3}--encrypt(?:\s{1,3}\S{4,64}(?=\s{1,3}\S{4,64}\s{1,3}\d))?|(?:ansible-vault\s{1,3}encrypt_string|heroku\s{1,3}auth:token)|net\s{1,3}user\s{1,3}[^\s\/]{1,64}(?=\s{1,3}[^\s\/])|isql\s{1,3}\S{1,64}\s{1,3}[^\s-]\S{0,64}|smbclient\s{1,3}[\/\\]{2}\S{1,128}|ftp\s{1,3}-\w{1,4}\s{1,3}\S{1,128}\s{1,3}\S{1,64}|influx\b[^\n|;&]{0,160}?\s-password|openssl\b[^\n|;&]{0,160}?\s-(?:k|pass|passin|passout)|[wx]?freerdp3?\b[^\n|;&]{0,160}?\s\/p:|net\s{1,3}use\b[^\n|;&]{0,160}?\s\/user:\S{1,64}(?=\s)|net\s{1,3}use\s[^\n|;&]{1,120}?(?=\s\S{4,128}\s\/user:)|openssl\s{1,3}passwd\s{1,3}-\w{1,9}|wmic\b[^\n|;&]{0,160}?\/password:|rabbitmqctl\b[^\n|;&]{0,80}?\s(?:add_user|change_password|authenticate_user)\s{1,3}\S{1,64}|kinit\b[^\n|;&]{0,80}?<<<|passwd\b[^\n|;&]{0,80}?<<<|nmcli\b[^\n|;&]{0,160}?\spassword|wpa_passphrase\s{1,3}\S{1,64}|networksetup\s{1,3}-setairportnetwork\s{1,3}\S{1,16}\s{1,3}\S{1,64}|radtest\s{1,3}\S{1,64}|ACL SETUSER [^\n>]{1,80}>|altool\b[^\n|;&]{0,160}?\s-p|htpasswd\s{1,3}-[a-z]{0,4}b[a-z]{0,4}(?:\s{1,3}[^\s-]\S{0,128}){1,2}?)\s{0,3}["']?)(?!pass:|env:|file:)[^\s"'-][^\s"']{3,127}
quoted-flag password: Any program: a one-letter flag for a password, and the password in quotes
  -p␣ -p' -p" -n␣ -w␣ -pw␣
  ((?:^|\s)-(?:p|P|N|w|W|pw)\s{0,3}["'])[^\s"'$/][^\s"']{5,127}(?=["'])
flag-password typed: Any program: a short flag for a password, and a word that looks like one
  -p␣ -p -w␣ -pw␣ storepass -keypass /rp /pass /p:
  ((?:^|\s)(?:-(?:p|P|w|W|pw|pass|(?:src|dest)?storepass|keypass)|\/(?:rp|pass|p)(?=[: ]):?)\s{0,3}["']?)[^\s"'$/-][^\s"']{5,127}
here-string typed: Shells: what is given to a program's standard input
  <<< <(
  ((?:<<<\s{0,2}|<\(\s?(?:echo|printf)\s{1,3}(?:-n\s{1,3})?)["']?)[^\s"'$)]{6,128}
printed-password password: Password stores and generators: what they print
  pwgen pass␣show apg␣ makepasswd openssl␣rand op␣read bw␣get find-generic-password
  ((?:pwgen|gopass|pass show|apg|makepasswd|openssl rand|op read|bw get|lpass show|find-generic-password)[^\n]{0,80}(?:\r?\n|\\n))[^\s"']{8,128}
stored-login any-case password: Databases and package managers: a user and a password one after the other
  sp_add sp_password http-basic "p"
  (sp_(?:addlogin|password)\s{1,3}N?'[^'\n]{1,64}',\s{0,3}N?'|http-basic\.\S{1,80}\s{1,3}\S{1,64}\s{1,3}|"u(?:ser)?"\s?:\s?"[^"\n]{1,64}",\s?"p"\s?:\s?")[^\s"']{4,128}
user-colon typed: Anybody's: user:password in one word
  :
  (:)(?=[^\s"':/@,;()]{8})(?<=(?:^|[\s"'(=])(?!mailto|urn:|data|tel:|javascript|node:|npm:|sha|file:|blob:|about:)[a-z][a-z0-9_.-]{1,31}(?:@[\w.-]{1,60})?:)[^\s"':/@,;()]{8,64}(?=@[a-z0-9.-]|[\s"'),;]|$)
user-and-password any-case password: Notes: a user and a password in one row, each by its first letter
  p: pw: pass: p= pw=
  (\bu(?:ser(?:name)?)?\s?[:=]\s?[^\s,;]{1,64}[\s,;|/]{1,4}p(?:w|wd|ass)?\s?[:=]\s?["']?)[^\s"',;]{5,128}
snmp-privacy password: SNMP: the second password of a call
  snmp
  (\bsnmp[a-z]{2,10}\b[^\n|;&]{0,200}?\s-X\s{0,3}["']?)[^\s"'-][^\s"']{3,127}
slash-password chosen word: Oracle and FTP clients: user and password in one word
  sqlplus lftp exp␣ imp␣ expdp impdp rman␣
  ((?:(?:sqlplus|expdp?|impdp?|rman)\b[^\n|;&]{0,80}?\s["']?[\w.$-]{1,64}\/|lftp\b[^\n|;&]{0,80}?\s-u\s{0,3}["']?[\w.@-]{1,64},))[^\s"'@,/]{4,128}
protocol-password password: Mail, file and chat protocols: the password as it goes over the line
  pass␣ login␣ identify␣ vxnlcm5hbwu6 ugfzc3dvcmq6 auth␣plain
  ((?:^|\n|[\])>"'=] ?|C: )[ \t]{0,24}(?:PASS |[A-Za-z]?\d{1,4} LOGIN \S{1,80} |AUTH PLAIN |(?:334 )?UGFzc3dvcmQ6\s{1,24}(?:[CS]: )?)|(?:IDENTIFY|identify) (?:\w{1,32} )?)["']?[^\s"'-][^\s"']{5,127}
daemon-password any-case password: Settings of servers and switches: a word, a blank and the password
  requirepass masterauth bindpw rootpw bind_pw auth-pass community createuser tacacs radius-server isakmp key-string message-digest-key eap␣ psk␣ insecure-password enable␣secret enable␣password password␣7 password␣0 password␣5 key␣7 neighbor
  ((?:requirepass|masterauth|bindpw|rootpw(?:\s--plaintext)?|bind_pw|auth-pass|r[ow]community6?|createUser\s\S{1,64}\s(?:SHA|MD5)(?:-\d{3})?|(?:tacacs|radius)-server\s(?:host\s\S{1,64}\s)?key|isakmp\skey|key-string|message-digest-key\s\d{1,3}\smd5|:\s(?:EAP|PSK|XAUTH)|insecure-password|snmp-server community|(?:enable\s|username\s\S{1,64}\s)?(?:secret|password)\s[0-9]|neighbor\s\S{1,64}\spassword|key\s7)\s{1,8}["']?)[^\s"']{5,128}
masked-in-log any-case chosen: CI: what a job asks to be masked
  ::add-mask:: issecret=true
  (::add-mask::|issecret=true\])[^\s"'\x60]{4,512}
secure-string any-case chosen: PowerShell: a password made into a secure string
  securestring
  ((?:ConvertTo-SecureString\s{1,3}(?:-String\s{1,3})?|--type\sSecureString\s{1,3}--value\s{1,3})["'])[^"'\n$]{4,128}(?=["'])
wifi-code: Wireless networks: the text of a QR code
  wifi:
  (WIFI:(?:[A-Z]:[^;\n]{0,64};){0,4}P:)[^;\n]{4,64}
reset-value password: Elastic and others: the value that a reset prints
  new␣value: new␣password:
  ([Nn]ew (?:value|password):\s{1,3})[^\s"']{6,128}
moved-value any-case password: COBOL: a literal moved into a password
  move␣
  (MOVE\s{1,3}["'])[^"'\n]{4,64}(?=["']\s{1,3}TO\s{1,3}[\w-]{0,30}(?:PASS|PWD|SECRET|TOKEN|KEY))
unseal-key: Vault: a key that opens it
  unseal␣key
  (Unseal Key \d{1,2}:\s{1,3})[A-Za-z0-9+/=]{32,}
alias-key: MinIO: the key of a server
  mc␣alias
  (\bmc alias set \S{1,64} \S{1,200} \S{1,128} )[^\s"'\x60$-][^\s"'\x60]{7,128}
told-key: Anybody's: a key that is written in groups of four
  key token code
  (\b(?:[Kk]ey|KEY|[Tt]oken|[Cc]ode)[ \t](?:is|was|=|:)[ \t]?["'\x60]?)(?=[A-Za-z ]{0,40}\d)(?=[^\n]{0,40}[A-Z])(?=[^\n]{0,40}[a-z])[A-Za-z0-9]{4}(?:[ -][A-Za-z0-9]{4}){3,9}(?![A-Za-z0-9])
hook-address random: Anybody's: the last part of an address that anybody may post to
  hook /services/ /integration ingest
  (https?:\/\/[^\s"'<>]{0,80}(?:hook|\/services\/|\/integrations?\/|ingest)[^\s"'<>]{0,80}\/)[A-Za-z0-9_-]{20,128}(?![\w/-])
hex-key any-case: Anybody's: a key that is read from hex
  buffer.from( fromhex( decodestring( unhexlify( hex::decode( hextobytes(
  ((?:key|secret|seed|hmac|aes|cipher|jwt|sign\w{0,4})\w{0,24}\s?:?=\s?(?:await\s)?(?:Buffer\.from|bytes\.fromhex|bytearray\.fromhex|hex\.DecodeString|(?:binascii\.)?unhexlify|hex::decode|hexToBytes)\(\s?["'\x60])[0-9a-f]{32,256}(?=["'\x60])
passcode: Meetings: the code that lets one in
  passcode pass␣code meeting␣password kenncode
  (\b(?:[Pp]asscode|[Pp]ass code|[Mm]eeting password|Kenncode)\s?[:=]\s?["'\x60]?)(?=[a-z]{0,8}[a-z][A-Z]|[A-Z]{2,8}[a-z])[A-Za-z]{6,12}(?![\w(])
mail-login typed: Anybody's: an address and a password, as lists of accounts have them
  @
  ((?<![\w/.-])[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{1,24}){1,3}[|;:])[^\s"'\x60|;:,<>]{6,64}
commented-key any-case: Anybody's: a key whose comment says what it is
  //␣ #␣ ',␣ ",␣
  (["'][A-Z0-9]{8,16}["'],\s?["'](?=[0-9a-f]{32}["'])|["'](?=[0-9a-f]{32,64}["'][^\n"']{0,12}(?:\/\/|#)\s?(?:the )?(?:admin|api|secret|access|private|write|master)[ _-](?:key|token|secret)))[0-9a-f]{32,64}
door-code any-case: Anybody's: the digits that open a door or end an alarm
  code disarm unlock opens opened
  ((?:\b(?:code|disarm\w{0,3}|unlock\w{0,3}|opens?|opened)\b[^\n\d]{0,24}(?:door|gate|garage|alarm|locker|entrance|lobby|cage|cabinet)|\b(?:door|gate|garage|alarm|locker|padlock|entrance|lobby|tür|tor|porte|puerta)\b[^\n\d]{0,24}(?:code|disarm\w{0,3}|unlock\w{0,3}|opens?|opened))[^\n\d]{0,16}?(?:is|with|by|:|=|lautet)\s{1,2})\d{4,8}(?!\d)
wifi-digits any-case: Wireless networks: the digits on the back of a router
  schlüssel wpa wlan wifi network␣key
  ((?:netzwerkschlüssel|wlan-?schlüssel|network key|wpa\d?[- ]?(?:key|psk)|wi-?fi[- ]key|clé (?:wpa|wi-?fi))\s?[:=]?\s?)\d{8,63}(?!\d)
stage-login any-case typed: Anybody's: a name and a password behind the name of an environment
  dev: prod: staging: test: qa: live: uat: int:
  ((?:^|\n)[ \t*-]{0,4}(?:dev|prod|staging|test|qa|live|uat|int)\w{0,8}:[ \t][\w.@-]{2,32}\/)[^\s"'\x60/]{6,64}
array-key any-case: PHP and Ruby: a key of a cipher in an array
  key"␣ key'␣ key"= key'=
  (["'](?:key|crypt_?key|encryption_?key|secret_?key)["']\s?=>\s?["'])[0-9a-f]{32,128}(?=["'])
sonar-login: SonarQube: the token that signs in
  sonar.login
  (\bsonar\.login\s?[=:]\s?)[0-9a-f]{40}
x11-cookie: X11: the cookie that lets a program show windows
  mit-magic-cookie
  (MIT-MAGIC-COOKIE-1\s{1,8})[0-9a-f]{32}
long-bracket any-case chosen: Lua: a secret in long brackets
  =␣[[ =[[
  ((?:password|passwd|secret|token|api_?key)\w{0,12}\s?=\s?\[\[)[^\]\n]{4,256}(?=\]\])
`;

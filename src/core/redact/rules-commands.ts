/** Secrets as people type them: what stands behind a flag that takes one. */
export const COMMAND_RULES = String.raw`
command-flag any-case password: Anybody's: --password, --token and the like, with the value as the next word
  -pass -pwd -token -secret -key -api -auth -cred -access -private
  ((?<![\w-])--?(?:[a-z0-9]{1,16}[-_]){0,3}(?:password|passwd|passphrase|pass|pwd|token|secret|api[-_]?key|access[-_]?key|secret[-_]?key|auth[-_]?key|account[-_]?key|private[-_]?key|encryption[-_]?key|auth|credentials?)(?:\s{1,3}|["'\x60\\]{1,3}\s?,\s{0,8})[$]?["'\x60\\]{0,3})[^\s"'\x60\\]{4,512}
curl-user any-case password: curl: -u user:password
  curl http␣
  ((?:\b|(?<=\\[nrt]))(?:curl|https?)\b[^\n]{0,300}?\s(?:-u|--user|--proxy-user|-U|-a|--auth)[\s=]{0,2}["'\\]{0,3}[^\s:"'\\]{1,128}:)[^\s"'\\]{3,256}
mysql-password any-case password: MySQL and MariaDB: -p with the password right behind it
  mysql mariadb
  ((?:\b|(?<=\\[nrt]))(?:mysql|mariadb)(?:-?(?:dump|admin|import|check|show))?\b[^\n|;&]{0,200}?\s-p["']?)[^\s"']{4,128}
command-password any-case password: Programs that take a password behind a one-letter flag
  sshpass docker podman redis-cli mongo sqlcmd ldap zip az␣login htpasswd helm oc␣login skopeo keytool 7z␣
  ((?:\b|(?<=\\[nrt]))(?:sshpass\s{1,3}-p|(?:docker|podman|helm registry|skopeo|buildah|oras|az|oc)\s{1,3}login\b[^\n|;&]{0,160}?\s-p|redis-cli\b[^\n|;&]{0,160}?\s-a|mongo(?:sh|dump|restore|export|import)?\b[^\n|;&]{0,160}?\s-p|sqlcmd\b[^\n|;&]{0,160}?\s-P|ldap(?:search|add|modify|whoami)\b[^\n|;&]{0,160}?\s-w|(?:un)?zip\b[^\n|;&]{0,80}?\s-P|7z[a]?\b[^\n|;&]{0,80}?\s-p|keytool\b[^\n|;&]{0,200}?\s-(?:store|key)pass|htpasswd\s{1,3}-[a-z]{0,4}b[a-z]{0,4}\s{1,3}\S{1,128}\s{1,3}\S{1,64})\s{0,3}["']?)[^\s"'-][^\s"']{3,127}
openssl-password any-case password: OpenSSL and others: pass: before the password
  pass:
  (-(?:pass|passin|passout|k)\s{1,3}["']?pass:)[^\s"']{4,128}
piped-password any-case password: Passwords printed into sudo, login or chpasswd
  echo␣ printf␣
  ((?:\b|(?<=\\[nrt]))(?:echo|printf)\s{1,3}(?:-n\s{1,3}|["']?%s(?:\\n)?["']?\s{1,3})?["']?(?:[a-z_][\w-]{0,31}:)?)[^\s"':|]{4,128}(?=["']?\s{0,3}\|\s{0,3}(?:sudo\b|docker\s{1,3}login|podman\s{1,3}login|chpasswd|passwd\b|gh\s{1,3}auth|helm\s{1,3}registry|cryptsetup))
smb-password any-case password: Samba: user%password
  smbclient rpcclient smbmap mount.cifs
  ((?:\b|(?<=\\[nrt]))(?:smbclient|rpcclient|smbmap|mount\.cifs)\b[^\n|;&]{0,160}?\s-U\s{0,3}["']?[\w\\.@-]{1,64}%)[^\s"']{4,128}
set-variable any-case password: Anybody's: a variable set without a sign between its name and its value
  env␣ arg␣ setx␣ set␣ setenv␣ variable␣
  ((?:\b|(?<=\\[nrt]))(?:ENV|ARG|setx|setenv|set\s{1,3}-[a-zU]{1,4}|secrets?\s{1,3}set|variable\s{1,3}set|config\s{1,3}set)\s{1,4}["']?\w{0,60}(?:PASS|PASSWORD|PASSWD|PWD|SECRET|TOKEN|KEY|AUTH|CREDENTIALS?)(?:_\w{1,12})?["']?\s{1,4}(?:(?:--body|-b|--value|-v)[\s=]{1,3})?["']?)[^\s"'=-][^\s"']{5,512}
`;

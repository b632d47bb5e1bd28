import { sceneOf } from "./scene-fields.ts";
import type { Draw, Format } from "./secret-formats.ts";

/**
 * Secrets with their own surroundings, one per line: id and template. Text in «» must not survive; {A36} is
 * 36 letters and digits, ⏎ a line break, and ¦ is removed. None of these secrets was ever real.
 */
const SCENES = String.raw`
pem-tail | {b64}⏎«{b64}»⏎«{b64}»⏎«{b40}»=⏎{-}END RSA PRIVATE KEY{-}⏎done
pem-middle | $ sed -n 5,9p id_rsa⏎«{b70}»⏎«{b70}»⏎«{b70}»⏎«{b70}»⏎$
pem-body-only | key material: «MIIEvQIBADANBgkqhkiG9w0BAQEFAASC{b120}»
openssh-body-only | b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW⏎«{b70}»⏎«{b70}»⏎«{b50}»
ppk-tail | «{b64}»⏎«{b64}»⏎Private-MAC: {h64}
login-as | just log in as root with {p} and restart nginx
sign-in-using | sign in to the console as deploy using {p}, then run the job
connect-with | you can connect as admin with password {p}
credentials-slash | credentials: admin / {p}
creds-comma | creds for the box: svc_app, {p}
user-pass-pair | user/pass: jenkins/{p}
login-colon | Login: ops⏎Password: {p}
account-dash | staging account — admin@acme.io — {p}
login-is | the login is admin:{p}
markdown-table | | host | user | password |⏎| --- | --- | --- |⏎| db1 | app | {p} |⏎| db2 | app | {p} |
markdown-table-token | | service | api key | owner |⏎|---|:---:|---|⏎| maps | {A32} | ana |
csv-table | host,username,password,port⏎db1,app,{p},5432⏎db2,app,{p},5432
tsv-table | user	passwd	role⏎ana	{p}	admin
ascii-table | +------+-------------+⏎| user | password    |⏎+------+-------------+⏎| ana  | {p} |⏎+------+-------------+
aligned-table | NAME      SECRET                 AGE⏎orders    {A22}   4d
html-table | <tr><th>user</th><th>password</th></tr><tr><td>ana</td><td>{p}</td></tr>
wifi-psk | network={⏎  ssid="office"⏎  psk="{p}"⏎}
wifi-prose | The wifi password at the office is {p}
wifi-qr | WIFI:T:WPA;S:Office;P:{p};;
nmcli | nmcli dev wifi connect Office password {p}
hostapd | wpa_passphrase={p}
backslash-split | export GH=ghp_«{A18}»\⏎«{A18}»
concat-plus | const t = "ghp_«{A14}»" + "«{A22}»";
concat-lines | token = ("ghp_«{A14}»"⏎         "«{A22}»")
concat-dot | $t = 'ghp_«{A14}' . '{A22}»';
concat-comma | ["ghp_«{A14}", "{A22}»"].join("")
concat-key | const key = "sk-ant-" + "api03-«{w40}" + "{w53}AA»";
zero-width | use ghp_«{A10}​{A26}» for it
soft-hyphen | use ghp_«{A10}­{A26}» for it
percent | https://x.io/cb?t=ghp%5F«{A36}»
entities | token&#58; ghp&#95;«{A36}»
json-escapes | {"t":"ghp\u005f«{A36}»"}
quoted-printable | tok=3D ghp_«{A20}=⏎{A16}»
wrapped-line | Use this token: ghp_«{A20}⏎{A16}»
hex-key | the key is {h64}
hex-key-nameless | {h64}
hex-key-alone-prose | here you go: {h64} - keep it safe
hex-key-quoted | const k = "{h64}";
hex-48 | $ openssl rand -hex 24⏎{h48}
hex-0x | wallet: 0x{h64}
base64-key-nameless | $ openssl rand -base64 32⏎{b43}=
alnum-nameless | try {A40} instead
alnum-nameless-quoted | client = Client("{A40}")
otp-spaced | your code is {d3} {d3}
otp-plain | Your verification code is {d6}. It expires in 10 minutes.
otp-german | Ihr Bestätigungscode lautet {d6}
otp-google | G-{d6} is your Google verification code.
otp-french | Votre code de vérification est {d6}
otp-spanish | Tu código de verificación es {d6}
otp-portuguese | Seu código de verificação é {d6}
otp-italian | Il codice di verifica è {d6}
otp-russian | Ваш код подтверждения: {d6}
otp-chinese | 您的验证码是 {d6}，请勿泄露
otp-japanese | 認証コードは{d6}です
otp-korean | 인증번호는 {d6}입니다
otp-2fa | 2FA code: {d6}
otp-totp | TOTP {d6}
pin | my card PIN is {d4}
pin-colon | PIN: {d4}
seed-12 | seed phrase: {S12}
seed-24 | Recovery phrase⏎{S24}
seed-numbered | mnemonic:⏎{N12}
seed-nameless | {S12}
seed-quoted | wallet = from_mnemonic("{S12}")
recovery-codes | Your recovery codes:⏎«{l5}-{l5}»⏎«{l5}-{l5}»⏎«{l5}-{l5}»
backup-codes | backup codes: «{d8}» «{d8}» «{d8}»
github-recovery | Save your recovery codes⏎⏎  «{h5}-{h5}»⏎  «{h5}-{h5}»
mysql-attached | mysql -uroot -p{p} shop
mysql-attached-plain | mysql -u root -p«sunflower» -e 'show tables'
mysqldump-quoted | mysqldump -p'{p}' shop
psql-env | PGPASSWORD={p} psql -h db -U app
sshpass | sshpass -p{p} ssh ops@10.0.0.7
zip-p | 7z x -p{p} backup.7z
unrar | unrar x -p{p} backup.rar
redis-a | redis-cli -h cache -a {p} ping
mosquitto | mosquitto_pub -h mq -u dev -P {p} -t x
sqlplus | sqlplus system/{q}@orcl
lftp | lftp -u deploy,{q} ftp.acme.io
xfreerdp | xfreerdp /u:admin /p:{p} /v:10.0.0.9
net-use | net use Z: \\srv\share /user:ana {p}
runas | wmic /user:admin /password:{p} os get
ipmitool | ipmitool -I lanplus -H 10.0.0.1 -U ADMIN -P {p} power status
snmp | snmpwalk -v3 -u mon -A {p} -X {p} 10.0.0.1
gpg-pass | gpg --batch --passphrase {p} -d x.gpg
openssl-k | openssl enc -aes-256-cbc -k {p} -in a -out b
curl-u | curl -u ana:{p} https://x.io
curl-header | curl -H 'X-Auth-Token: {A32}' https://x.io
wget-password | wget --http-password={p} https://x.io
httpie | http -a ana:{p} GET x.io/api
az-login | az login --service-principal -u {u} -p «{A34}» --tenant {u}
aws-configure | aws configure set aws_secret_access_key {b40}
gh-secret | gh secret set DEPLOY_KEY --body "{A40}"
gcloud-sql | gcloud sql users set-password root --password={p}
kubectl-literal | kubectl create secret generic db --from-literal=pw={p}
kubectl-docker | kubectl create secret docker-registry r --docker-password={p}
terraform-var | terraform apply -var db_password={p}
helm-set | helm install x --set auth.rootPassword={p}
ansible-extra | ansible-playbook x.yml -e "ansible_become_pass={p}"
sudo-s | echo {p} | sudo -S apt update
chpasswd | echo 'ana:{p}' | chpasswd
htpasswd | htpasswd -nb ana {p}
useradd | useradd -p {p} ana
docker-env | docker run -e POSTGRES_PASSWORD={p} postgres
powershell-secure | ConvertTo-SecureString "{p}" -AsPlainText -Force
netrc-lines | machine x.io⏎  login ana⏎  password {p}
pgpass | db.acme.io:5432:shop:app:{q}
my-cnf | [client]⏎user=root⏎password="{p}"
npmrc-password | //r.io/:_password={B16}
pypirc | [pypi]⏎username = __token__⏎password = pypi-AgEIcHlwaS5vcmc«{w80}»
dsn-odbc | Driver={ODBC};Server=x;Uid=sa;Pwd={q};
dsn-sqlalchemy | create_engine("postgresql+psycopg2://app:{q}@db/shop")
dsn-jdbc | jdbc:postgresql://db/shop?user=app&password={q}
dsn-oracle | jdbc:oracle:thin:app/{q}@db:1521/x
dsn-redis | rediss://default:{q}@r.io:6380
dsn-smtp | smtps://mail%40acme.io:{q}@smtp.io:465
dsn-ftp | ftp://ana:{q}@ftp.acme.io/pub
dsn-kv | host=db port=5432 user=app password={q} dbname=shop
git-credentials | https://ana:{A24}@github.com
basic-in-url | git clone https://oauth2:{A26}@gitlab.acme.io/x.git
k8s-secret | apiVersion: v1⏎kind: Secret⏎data:⏎  password: {B14}⏎  username: YWRtaW4=
k8s-stringdata | kind: Secret⏎stringData:⏎  db: «{p}»⏎
tf-state | "attributes": {"username": "app", "password": "{p}"}
tf-sensitive | variable "db_password" {⏎  default = "{p}"⏎}
compose | environment:⏎  - MYSQL_ROOT_PASSWORD={p}
dockerfile-arg | ARG NPM_TOKEN={A36}
ansible-vault | $ANSIBLE_VAULT;1.1;AES256⏎«{h80}»⏎«{h80}»⏎«{h44}»
rails-master | config/master.key⏎{h32}
rails-secret | secret_key_base: {h128}
django | SECRET_KEY = 'django-insecure-{A50}'
laravel | APP_KEY=base64:{b43}=
wordpress | define( 'AUTH_KEY', '{A60}' );
flask | app.secret_key = b'{A24}'
spring | spring.datasource.password={p}
dotnet | "ConnectionStrings": {"Db": "Server=x;User Id=sa;Password={q};"}
php | $db = mysqli_connect("localhost", "root", "{p}", "shop");
python-connect | psycopg2.connect(host="db", user="app", passwd="{p}")
java-dm | DriverManager.getConnection(url, "app", "{p}");
ruby-pg | PG.connect(dbname: 'x', password: '{p}')
go-dsn | dsn := "app:{q}@tcp(db:3306)/shop"
csharp-net | new NetworkCredential("ana", "{p}")
perl-dbi | DBI->connect("dbi:mysql:x", "root", "{p}");
paramiko | client.connect("10.0.0.7", username="ops", password="{p}")
r-code | dbConnect(drv, user = "app", pwd = "{p}")
js-login | await page.fill("#password", "{p}")
selenium | driver.find_element(By.ID, "pwd").send_keys("{p}")
sql-grant | CREATE USER 'ana'@'%' IDENTIFIED BY '{p}';
sql-alter | ALTER ROLE app WITH PASSWORD '{p}'
sql-mssql | CREATE LOGIN ana WITH PASSWORD = '{p}'
mongo-user | db.createUser({user:"ana", pwd:"{p}", roles:[]})
redis-conf | requirepass {p}
rabbit | rabbitmqctl add_user ana {p}
ldif | userPassword: {p}
ldap-bind | ldapsearch -D cn=admin -w {p} -b dc=x
saml | <wsse:Password Type="x">{p}</wsse:Password>
xml-attr | <user name="ana" password="{p}"/>
plist | <key>password</key><string>{p}</string>
yaml-next-line | password:⏎  {p}
yaml-multi | password: >-⏎  {p}
prose-next-line | Here is the password:⏎⏎{p}⏎⏎Thanks
prose-label-line | Password⏎{p}
dialog | A: what's the password?⏎B: {p}
chat-time | [10:21] ana: pw for vpn?⏎[10:22] bob: {p}
chat-slack | ana  10:21 AM⏎the root pw is {p} fyi
prose-is | the password is {p}
prose-set | I set the password to {p} yesterday
prose-changed | we changed root's password from {p} to {p}
prose-quote | use “{p}” as the password
prose-before | {p} is the admin password
prose-paren | log into the NAS (password {p})
prose-try | password? try {p}
pw-short | pw: {p}
pass-dash | pass - {p}
pwd-arrow | pwd -> {p}
diceware | my passphrase is «velvet-canyon-orbit-lantern-maple»
diceware-space | passphrase: "«velvet canyon orbit lantern maple»"
de-lautet | Das Kennwort für den Router lautet {p}.
de-zugang | Zugangsdaten: admin / {p}
fr-mdp | Le mot de passe du serveur est {p}
fr-ident | Identifiants : admin / {p}
es-contra | La contraseña del servidor es {p}
es-clave | clave: {p}
pt-senha | A senha do banco é {p}
pt-palavra | palavra-passe: {p}
it-password | La password del database è {p}
it-parola | la parola d'ordine è {p}
ru-parol | Пароль от сервера — {p}
ru-parolem | зайди под root с паролем {p}
ru-dostup | Доступ: логин admin, пароль {p}
zh-mima | 服务器密码是{p}，别外传
zh-zhanghao | 账号 admin 密码 {p}
ja-pass | パスワードは「{p}」です
ko-bibeon | 비번은 {p} 입니다
ko-pw | 비밀번호: {p}
pl-haslo | hasło do bazy to {p}
tr-sifre | şifre: {p}
nl-ww | het wachtwoord is {p}
sv-losen | lösenordet är {p}
uk-parol | пароль для входу: {p}
ar-pass | كلمة المرور: {p}
hi-pass | पासवर्ड है {p}
vi-pass | mật khẩu là {p}
id-pass | kata sandi: {p}
el-pass | κωδικός πρόσβασης: {p}
cookie-header | Cookie: sid={A32}; theme=dark
set-cookie-auth | set-cookie: auth={w60}; HttpOnly
curl-cookie | curl -b 'session={A40}' https://x.io
x-api-key | X-Api-Key: {A32}
proxy-auth | Proxy-Authorization: Basic {B20}
bearer | Authorization: Bearer {A40}
token-scheme | Authorization: token {h40}
http-form | POST /login⏎⏎username=ana&password={q}&next=/
http-json | {"grant_type":"password","username":"ana","password":"{p}"}
refresh-token | {"access_token":"{A60}","refresh_token":"{A60}","expires_in":3600}
jwt | eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.«{w43}»
jwe | eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..«{w16}.{w60}.{w22}»
otpauth | otpauth://totp/Acme:ana?secret={232}&issuer=Acme
totp-secret | 2FA secret: {216}
presigned-s3 | https://b.s3.amazonaws.com/k?X-Amz-Credential=«AKIA{U16}»%2F20260101&X-Amz-Signature={h64}
presigned-gcs | https://storage.googleapis.com/b/k?GoogleAccessId=x&Signature={A60}%3D
azure-sas | https://a.blob.core.windows.net/c?sv=2023&sig={A43}%3D
cloudfront | https://d.cloudfront.net/x?Policy=abc&Signature={w80}&Key-Pair-Id=K1
webhook-generic | https://hooks.acme.io/webhook?token={A32}
webhook-google | https://chat.googleapis.com/v1/spaces/AAA/messages?key=«AIza{w35}»&token={w43}
teams-flow | https://prod-1.westus.logic.azure.com/workflows/x/triggers/manual?sig={w43}
licence | licence key: {U5}-{U5}-{U5}-{U5}-{U5}
licence-nameless | Enter «{U5}-{U5}-{U5}-{U5}-{U5}» in the dialog
jetbrains | JetBrains activation code: {U10}-{A60}
notebook | "source": ["api_key = \"{A32}\"\n"]
env-multiline | TOKEN=\⏎{A40}
ci-mask | echo "::add-mask::{A32}"
ci-setvar | ##vso[task.setvariable variable=pw;issecret=true]{p}
github-output | echo "token={A40}" >> $GITHUB_OUTPUT
gitlab-var | variables:⏎  DEPLOY_PASS: "{p}"
ssh-config-pass | # pass: {p}
comment-todo | // remove this: login admin/{p}
commit-message | fix: rotate key, old one was {A40}
url-fragment | https://app.io/#access_token={A60}&type=bearer
magic-link | https://app.io/login?magic={A48}
reset-link | https://app.io/reset-password/{A40}
invite-link | https://app.io/invite?code={A32}
vpn-psk | ipsec pre-shared key: {p}
wireguard | PrivateKey = {b43}=
snmp-community | snmp-server community {p} RO
cisco | enable secret 5 $1$¦{A4}$¦{A22}
cisco-7 | username ana password 7 {H18}
shadow | ana:$6$¦{A8}$¦{A86}:19000:0:99999:7:::
kerberos | kinit ana <<< '{p}'
db-url-env | DATABASE_URL="mysql2://app:{q}@db/x"
elastic | elasticsearch-users: Password for the [elastic] user successfully reset. New value: {A20}
jenkins-init | Please use the following password to proceed to installation:⏎⏎{h32}⏎⏎This may also be found
grafana-admin | admin password: {A40}
postgres-log | LOG: statement: ALTER USER app PASSWORD '{p}'
traceback-locals | locals: user='ana' password='{p}' retries=3
dict-repr | {'user': 'ana', 'passwd': '{p}'}
ruby-hash | {:user=>"ana", :password=>"{p}"}
go-struct | {User:ana Password:{q} Port:5432}
java-map | {user=ana, password={q}, port=5432}
php-array | 'password' => '{p}',
lua | password = "{p}",
elixir | password: "{p}",
haskell | password = "{p}"
clojure | {:db-password "{p}"}
lisp | (setq smtp-password "{p}")
nix | password = "{p}";
bash-read | read -s PASS <<< "{p}"
fish | set -gx API_TOKEN {A32}
cmd-set | set DB_PASSWORD={p}
applescript | with prompt default password "{p}"
vba | .Password = "{p}"
cobol | MOVE "{p}" TO WS-PASSWORD
makefile | PASSWORD ?= {p}
ini-colon | password: {p}
systemd | Environment="API_TOKEN={A32}"
nginx | proxy_set_header X-Api-Key "{A32}";
haproxy | user ana insecure-password {p}
asterisk | secret={p}
ftp-log | 331 Password required⏎PASS {p}
smtp-auth | AUTH LOGIN⏎334 VXNlcm5hbWU6⏎YW5h⏎334 UGFzc3dvcmQ6⏎{B12}
smtp-plain | AUTH PLAIN {B24}
imap | a1 LOGIN ana@acme.io {p}
irc | /msg NickServ IDENTIFY {p}
mqtt-url | mqtt://dev:{q}@mq.io
aws-creds | [default]⏎aws_access_key_id = «AKIA{U16}»⏎aws_secret_access_key = {b40}
aws-pair | «AKIA{U16}»,{b40}
gcp-json | "client_secret": "{A24}"
r2 | account {h32} access key «{h32}» secret «{h64}»
wasabi | Access key «{U20}» Secret {A40}
hetzner | HCLOUD_TOKEN={A64}
linode | LINODE_TOKEN={h64}
vultr | VULTR_API_KEY={U36}
scaleway | SCW_SECRET_KEY={u}
ovh | OVH_CONSUMER_KEY={A32}
backblaze | B2_APPLICATION_KEY=K005{A27}
mux | MUX_TOKEN_SECRET={A75}
contentful | CONTENTFUL_ACCESS_TOKEN={w43}
segment | SEGMENT_WRITE_KEY={A32}
amplitude | AMPLITUDE_SECRET_KEY={h32}
mixpanel | MIXPANEL_SECRET={h32}
intercom | INTERCOM_TOKEN=dG9rOj{A50}
zendesk | ana@acme.io/token:{A40}
trello | TRELLO_TOKEN=ATTA{h64}
asana | ASANA_PAT=1/{d16}:{h32}
monday | MONDAY_API_TOKEN=eyJhbGciOiJIUzI1NiJ9.«{w60}.{w43}»
clickup | pk_{d8}_{U32}
dropbox | sl.{w140}
box | BOX_CLIENT_SECRET={A32}
zoom | ZOOM_CLIENT_SECRET={A32}
plivo | PLIVO_AUTH_TOKEN={A60}
vonage | VONAGE_API_SECRET={A16}
messagebird | MESSAGEBIRD_KEY={A25}
pusher | PUSHER_APP_SECRET={h20}
ably | {A6}.{A6}:«{w43}»
algolia | ALGOLIA_ADMIN_KEY={h32}
sonar | sqp_{h40}
snyk | SNYK_TOKEN={u}
codecov | CODECOV_TOKEN={u}
circle | CIRCLE_TOKEN={h40}
buildkite | bkua_{h40}
launchdarkly | sdk-{u}
mapbox | sk.eyJ1IjoiYWNtZSJ9.«{w22}»
`;

/** Every scene as a format that includes its surroundings. */
export const SCENE_FORMATS: readonly Format[] = SCENES.trim()
  .split("\n")
  .map((line) => {
    const bar = line.indexOf(" | ");
    const [id, template] = [line.slice(0, bar).trim(), line.slice(bar + 3)];
    return { id: `scene-${id}`, name: "", kind: "whole", make: (draw: Draw) => sceneOf(template, draw) };
  });

import { describe, expect, test } from "vitest";
import { redact } from "../../src/core/redact/redact.ts";
import { ruleList } from "../../src/core/redact/rules.ts";
import { filled } from "./filled.ts";

/**
 * One rule per line: its id, a text with its secret in «», and a text that only looks similar and is kept. Secrets
 * are written as templates, {A36} for 36 letters and digits, so that no scanner takes this file for a leak.
 */
const SHAPES = String.raw`
anthropic-key        | key «sk-ant-api03-{w93}AA»,                       | key sk-ant-api03-short
openai-project-key   | «sk-proj-{w74}T3BlbkFJ{w74}»                      | sk-proj-folder
openrouter-key       | «sk-or-v1-{h64}»                                  | sk-or-v1-beta
sk-key               | use «sk-{A20}T3BlbkFJ{A20}» now                   | sk-T3BlbkFJ
sk-key               | DeepSeek: «sk-{h32}»                              | task-{h32}
huggingface-token    | («hf_{A34}»)                                      | hf_hub_download_with_a_long_name_here
model-key            | «r8_{A37}»                                        | r8_{A12}
model-key            | «gsk_{A52}»                                       | gsk_{A12} is short
model-key            | «xai-{A80}»                                       | xai-grok-mini
model-key            | «pplx-{A48}»                                      | pplx-online
model-key            | «csk-{l48}»                                       | csk-demo
fireworks-key        | «fw_{A24}»                                        | fw_update_in_progress_state
model-key            | «nvapi-{w64}»                                     | nvapi-docs
model-key            | «lsv2_pt_{h32}_{h10}»                             | lsv2_pt_demo
model-key            | «sk-lf-{u}»                                       | sk-lf-demo
model-key            | «pcsk_{A6}_{A60}»                                 | pcsk_demo
elevenlabs-key       | «sk_{h48}»                                        | sk_{h20}
model-key            | «tvly-dev-{A32}»                                  | tvly-dev
model-key            | «jina_{w60}»                                      | jina_embeddings
model-key            | «apify_api_{A36}»                                 | apify_api_client
aws-access-key       | id «AKIA{U16}»                                    | id AKIAIOSFODNN7EXAMPLE
named-password       | secret_access_key = «{b39}a»                      | secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
aws-session-token    | «IQoJb3JpZ2lu{b120}»                              | IQoJb3JpZ2lu
vendor-key           | «ABSK{b110}»                                      | ABSK{b20}
aws-signature        | ?X-Amz-Signature=«{h64}»&x=1                      | ?X-Amz-Signature=abc
aws-mws-token        | «amzn.mws.{u}»                                    | amzn.mws.orders
google-api-key       | maps?key=«AIza{w35}»                              | AIzaShort
nameless-key         | «GOCSPX-{w28}»                                    | GOCSPX-id
google-oauth-token   | «ya29.{w80}»                                      | ya29.short
nameless-key         | «1//0{w60}»                                       | http://x/1//0
named-token          | AccountName=a;AccountKey=«{b86}==»;Suffix=b       | AccountKey=none;
azure-sas            | ?sv=1&sig=«{A42}%3D»                              | ?sv=1&sig=short
azure-client-secret  | «abc8Q~{A34}»                                     | 8Q~
vendor-key           | «{A76}AZDO{A4}»                                   | AZDO pipelines
alibaba-access-key   | «LTAI5t{A18}»                                     | LTAIR
digitalocean-token   | «dop_v1_{h64}»                                    | dop_v1_none
cloudflare-origin-key | «v1.0-{h24}-{h146}»                              | v1.0-{h8}
vendor-key           | «HRKU-AA{w58}»                                    | HRKU-AA
nameless-key         | «vcp_{A56}»                                       | vcp_this_is_a_function_name_in_snake
nameless-key         | «nfp_{A36}»                                       | nfp_{A8} is short
supabase-key         | «sbp_{h40}»                                       | sbp_demo
vendor-key           | «pscale_tkn_{w43}»                                | pscale_tkn_id
fly-token            | FlyV1 «fm2_{b120}»                                | fm2_{b12} is short
doppler-token        | «dp.st.prd.{A43}»                                 | dp.st.prd
terraform-token      | «{A14}.atlasv1.{A67}»                             | hcp.atlasv1.docs
vault-token          | «hvs.{w92}»                                       | hvs.short
pulumi-token         | «pul-{h40}»                                       | pul-demo
databricks-token     | «dapi{h32}»                                       | dapi{h8}
nameless-key         | «tskey-auth-{A12}-{A32}»                          | tskey-auth-x
vendor-key           | «napi_{l60}»                                      | napi_create_function
vendor-key           | «mdb_sa_sk_{w40}»                                 | mdb_sa_id_{h24}
github-token         | git clone with «ghp_{A36}».                       | ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
github-fine-grained-token | «github_pat_{A22}_{A59}»                     | github_pat_11AAAAA
gitlab-token         | «glpat-{w20}»                                     | glpat-short
gitlab-runner-token  | «GR1348941{w20}»                                  | GR1348941
vendor-key             | «ATBB{A32}»                                     | ATBB
atlassian-token      | «ATATT3{w180}»                                    | ATATT3x
npm-token            | «npm_{A36}»                                       | npm_config_registry_and_other_settings
named-token          | //r.internal/:_authToken=«{u}»                    | //r.internal/:_authToken=<token-of-npm>
pypi-token           | «pypi-AgEIcHlwaS5vcmc{w100}»                      | pypi-publish
rubygems-key         | «rubygems_{h48}»                                  | rubygems_version
nameless-key         | «cio{A32}»                                        | decio{A20}
vendor-key           | «oy2{l43}»                                        | oy2{l8}
vendor-key           | «dckr_pat_{w27}»                                  | dckr_pat_x
clojars-token        | «CLOJARS_{l60}»                                   | CLOJARS_USERNAME
vendor-key           | «AKCp{A69}»                                       | AKCp8
sonar-token          | «squ_{h40}»                                       | squ_id
sourcegraph-token    | «sgp_{h40}»                                       | sgp_x
vendor-key           | «CCIPAT_{A22}_{h40}»                              | CCIPAT_x
buildkite-token      | «bkua_{l40}»                                      | bkua_x
postman-key          | «PMAK-{h24}-{h34}»                                | PMAK-1
vendor-key           | «lin_api_{A40}»                                   | lin_api_client
notion-token         | «ntn_{d11}{A35}»                                  | secret_manager_client_with_a_rather_long_name
airtable-token       | «pat{A14}.{h64}»                                  | pattern.test
vendor-key           | «figd_{w40}»                                      | figd_x
asana-token          | asana «1/{d16}:{h32}»                             | asana 1/2
vendor-key           | «tfp_{w44}»                                       | tfp_x
vendor-key           | «CFPAT-{w43}»                                     | CFPAT-x
vendor-key           | «ops_eyJ{w120}»                                   | ops_eyes
slack-token          | «xoxb-{d12}-{d12}-{A24}»                          | xoxb-id
slack-app-token      | «xapp-1-A{U10}-{d13}-{h64}»                       | xapp-1-A
slack-webhook        | https://hooks.slack.com/services/«T{U8}/B{U8}/{A24}» | https://hooks.slack.com/services/
discord-webhook      | https://discord.com/api/webhooks/{d18}/«{w68}»    | https://discord.com/api/webhooks/1/
discord-token        | MT{A24}«.G{A5}.{w38}»                             | MT{A24}.json
teams-webhook        | https://acme.webhook.office.com/webhookb2/«{u}@{u}/IncomingWebhook/{h32}/{u}» | webhook.office.com/webhookb2/x
telegram-token       | bot «{d9}1:AA{w33}»                               | 12:AAA
stripe-key           | «sk_live_{A24}»                                   | pk_live_{A24}
nameless-key         | «whsec_{A32}»                                     | whsec_x
square-token         | «sq0atp-{w22}»                                    | sq0atp-x
braintree-token      | «access_token$production$¦{l16}$¦{h32}»        | access_token$production
shopify-token        | «shpat_{h32}»                                     | shpat_x
plaid-token          | «access-sandbox-{u}»                              | access-sandbox-mode
twilio-key           | «SK{h32}»                                         | AC{h32}
sendgrid-key         | «SG.{w22}.{w43}»                                  | SG.id
mailgun-key          | «key-{h32}»                                       | monkey-{h32}
mailchimp-key        | «{h32}-us14»                                      | {h32}-usage
brevo-key            | «xkeysib-{h64}-{A16}»                             | xkeysib-x
nameless-key         | «re_{A8}_{A24}»                                   | re_render_everything_on_the_page_again
hubspot-token        | «pat-na1-{u}»                                     | pat-na1
facebook-token       | «EAAB{A120}»                                      | EAAB
twitter-bearer       | «AAAAAAAAAAAAAAAAAAAAA{A80}»                      | AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
vendor-key           | «shippo_live_{h40}»                               | shippo_live_x
vendor-key           | «EZAK{A54}»                                       | EZAK
zapier-webhook       | https://hooks.zapier.com/hooks/catch/«{d6}/{l7}»  | https://hooks.zapier.com/hooks/catch/
newrelic-key         | «NRAK-{U27}»                                      | general
monitor-key          | «sntryu_{h64}»                                    | sntryu_x
sentry-dsn           | https://«{h32}»@o123.ingest.sentry.io/42          | https://sentry.io/{h32}
nameless-key         | «glsa_{A32}_{h8}»                                 | glsa_x
monitor-key          | «dt0c01.{U24}.{U64}»                              | dt0c01.x
monitor-key          | «phx_{A43}»                                       | phc_{A43}
launchdarkly-key     | «sdk-{u}»                                         | sdk-{h8}
monitor-key          | «hcaik_{l58}»                                     | hcaik_x
monitor-key          | «essu_{b60}»                                      | essu_x
nameless-key         | header SSWS «00{A40}»                             | SSWS scheme
nameless-key         | auth0 «{A64}»                                     | auth0 {A20}
facebook-app-token   | {d16}«|{w27}»                                     | 1|{w27}
vendor-key           | «AQVN{w38}»                                       | AQVN
mapbox-token         | «sk.eyJ{w60}.{w22}»                               | pk.eyJ
nameless-key         | «aio_{A28}»                                       | aio_x
vendor-key           | «{A6}_{A29}_mmk»                                  | x_mmk
jwt                  | «eyJ{w30}.eyJ{w40}.{w43}»                         | eyJ{w30}.json
authorization-header | Authorization: Token «{A24}»                      | Authorization: Bearer <token>
nameless-key         | send bearer «{A40}» along                         | bearer authentication_required_here
basic-credentials    | with Basic «{b23}9=» there                        | Basic authentication
named-token          | {"auth": "«{b24}9a==»"}                           | {"auth": "required_by_every_user"}
url-password         | redis://:«{A12}»@cache:6379                       | https://user:password@host/
url-token            | https://«{A40}»@git.internal/x                    | https://some-user-with-a-name@host/
jdbc-password        | jdbc:oracle:thin:app/«{A10}»@db:1521              | jdbc:oracle:thin:@db:1521
netrc-password       | machine h login me password «{A10}»               | login and password fields
pgpass               | db.internal:5432:shop:app:«{A12}»                 | localhost:5432:open
sql-password         | IDENTIFIED BY '«{A12}»'                           | IDENTIFIED BY 'password'
password-hash        | «$2b$12$¦{A53}»                               | costs $2.50
nameless-key         | Private-Lines: 1\n«{b64}»                         | Private-Lines: none
age-key              | «AGE-SECRET-KEY-1{U58}»                           | AGE-SECRET-KEY-1
minisign-key         | «RWRTY0Iy{b200}»                                  | RWRTY0Iy
nameless-key         | «LS0tLS1CRUdJTi{b120}»                            | LS0tLS1CRUdJTi
credential-json-base64 | «eyJ0eXBlIjoic2VydmljZV9hY2NvdW50{b200}»        | eyJ0eXBl
session-cookie       | PHPSESSID=«{l26}»                                 | session_id: {u}
command-flag         | run --api-key «{A24}» now                         | run --token TOKEN --password required
curl-user            | curl -u me:«{A12}9» https://x                     | curl -u me https://x
mysql-password       | mysql -u root -p«{A12}9» shop                     | mysql -u root -p shop
command-password     | sshpass -p «{A12}9» ssh h                         | docker run -p 8080:8080 x
user-colon           | openssl rsa -passin pass:«{A12}9»                 | two tests pass: all
piped-password       | echo «{A12}9» | sudo -S ls                        | echo done | sudo tee x
smb-password         | smbclient //h/s -U me%«{A12}9»                    | smbclient //h/s -U me
set-variable         | ENV API_TOKEN «{A24}»                             | ENV API_TOKEN token
service-hex-key      | twilio: «{h32}»                                   | twilio: {h31}
service-hex-key      | Datadog: «{h32}»                                  | datadog: {h30}
service-token        | Cloudflare: «{A40}»                               | cloudflare: {A10}
service-token        | fastly: «{A32}»                                   | fastly: {A10}
service-uuid-key     | heroku = «{u}»                                    | request = {u}
service-uuid-key     | postmark = «{u}»                                  | trace = {u}
service-token        | netlify: «{A44}»                                  | netlify: {A14}
service-token        | vercel: «{A24}»                                   | vercel: {A14}
service-token        | okta: «00{A40}»                                   | okta: 00{A10}
service-token        | cohere: «{A40}»                                   | cohere: {A14}
service-token        | mistral: «{A32}»                                  | mistral: mistral-large-latest-2407-instruct
service-hex-key      | together: «{h64}»                                 | together: {h14}
service-token        | pagerduty: «u+{A18}»                              | pagerduty: {A10}
service-token        | airtable: «key{A14}»                              | airtable: keyring
service-token        | bitbucket: «{A44}»                                | bitbucket: {A14}
service-token        | paypal: «E{A79}»                                  | paypal: E{A10}
service-hex-key      | algolia: «{h32}»                                  | algolia: {h14}
service-hex-key      | mailgun: «{h32}»                                  | mailgun: {h14}
service-uuid-key     | snyk: «{u}»                                       | snyk: {h8}
service-uuid-key     | codecov: «{u}»                                    | codecov: {h8}
service-hex-key      | wandb: «{h40}»                                    | commit: {h40}
service-hex-key      | rollbar: «{h32}»                                  | md5: {h32}
service-hex-key      | newrelic: «{h40}»                                 | sha1: {h40}
service-hex-key      | sentry: «{h64}»                                   | sha256: {h64}
service-hex-key      | azure: «{h32}»                                    | etag: {h32}
service-token        | discord: «{A32}»                                  | discord: {A10}
service-token        | linkedin: «{A14}9A»                               | linkedin: {A8}
service-token        | dropbox: «{l13}9a»                                | dropbox: folder
service-uuid-key     | consul: «{u}»                                     | node: {u}
cookie               | Cookie: theme=dark; sid=«{l32}»; lang=en          | Cookie: theme=dark; lang=en
named-password       | DB_PASSWORD=«{A12}»                               | DB_PASSWORD=changeme
named-token          | "access_token": "«{A32}»"                         | "next_page": "{A32}"
told-secret          | the password is «{A12}9!», yes                    | the password is required
near-secret          | (Pdb) p settings.api_token\n'«{A36}a1B2c3»'        | (Pdb) p settings.api_token\n'None'
jwe                  | «eyJhbGciOiJkaXIifQ..{w16}.{w60}.{w22}»               | eyJhbGciOiJkaXIifQ..short
url-signature        | ?Policy=a&Signature=«{A60}»&Key-Pair-Id=K           | ?Signature=none&x=1
licence-key          | Enter {U4}7«-{U5}-{U4}3-{U4}A-{U5}» now               | HELLO-WORLD-AGAIN-THERE
serial-number        | Serial: «{U4}-7A{U2}-{U4}-{U4}»                     | Serial: none-at-all
totp-seed            | 2FA seed «JB2XA7QQZK3QH5TN»                       | 2FA is on
nameless-key         | {"kty":"oct","k":"«{w43}»"}                         | {"kty":"oct","k":"short"}
xml-password         | <w:Password Type="text">«{A12}»</w:Password>        | <w:Password Type="text"></w:Password>
ansible-vault        | $ANSIBLE_VAULT;1.1;AES256\n«{h80}\n{h40}»           | $ANSIBLE_VAULT is a header
nameless-key         | body «MIIEvQIBADANBgkqhkiG9w0BAQEF{b80}»            | MIIEvQIBADANBgkqhkiG9w0BAQEF
clickup-token        | «pk_{d8}_{U32}»                                     | pk_{d8}_none
dropbox-token        | «sl.{w80}»                                          | sl.locale
ably-key             | {A6}.{A6}«:{w43}»                                   | {A6}.{A6}:8080
trello-token         | «ATTA{h60}»                                         | ATTACHMENT
program-password     | unrar x -p«{A12}9» a.rar                            | unrar x a.rar
told-key             | the code is «aB3{A1}-{A4}-{A4}-{A4}»                | the code is here
snmp-privacy         | snmpwalk -v3 -X «{A12}9» h                          | snmpwalk -v2 h
slash-password       | sqlplus system/«{A12}9»@orcl                        | sqlplus /nolog
protocol-password    | AUTH PLAIN «{A20}9»                                 | AUTH PLAIN
daemon-password      | requirepass «{A12}9»                                | requirepass is off
masked-in-log        | ::add-mask::«{A12}»                                 | ::add-mask::
secure-string        | ConvertTo-SecureString "«{A12}»" -AsPlainText       | ConvertTo-SecureString $x
wifi-code            | WIFI:T:WPA;S:Office;P:«{A12}»;;                     | WIFI: on
reset-value          | New value: «{A12}9»                                 | New value: none
moved-value          | MOVE "«{A12}9»" TO WS-PASSWORD                      | MOVE "A" TO B
quoted-flag          | tool -N '«{A10}9!»' x                               | tool -N 'name' x
flag-password        | deploytool -p «Maple{d4}!x» d                       | mkdir -p build
program-password     | twine upload -p «Maple{d4}!x» d                      | twine upload d
command-password     | zip -rP «{A12}9» a.zip b                            | zip -r a.zip b
here-string          | cmd <<< "«Maple{d4}!x»"                              | cmd <<< "$x"
printed-password     | $ pwgen 20 1\n«Maple{d4}!x»                          | $ pwgen 20 1\ndone
stored-login         | EXEC sp_addlogin 'ana', '«Maple{d4}!x»'               | EXEC sp_addlogin 'ana'
user-colon           | relay ana:«Maple{d4}!x» on                            | relay ana:8080 on
user-and-password    | u: ana p: «{A10}9!»                                 | u: ana p: none
login-password       | log in as root with «Maple{d4}!x» now               | log in as root with your badge
nameless-key         | use «{h64}» there                                   | sha256 {h64}
near-secret          | my key «{A32}» (expires)                            | the key is the thing that matters
named-token          | define('NONCE_SALT', '«{A32}»');                    | define('WP_DEBUG', true);
hook-address         | https://x.io/services/T0K2/B0QX/«{A24}»             | https://x.io/services/list
hex-key              | const seedBytes = Buffer.from("«{h32}»", "hex")     | Buffer.from("abcd", "hex")
passcode             | Passcode: «vQYoREZS»                                | passcode: enabled
mail-login           | qa@acme.test;«Maple#{d4}x»                          | git@host.test:owner/repo
commented-key        | search("APP", "«{h32}»") // admin key               | search("APP", "x") // admin key
named-password       | DB_PASSWORD = «*SEg#N{d3}cxZtm»                     | DB_PASSWORD = *
door-code            | the code of the garage gate is «{d4}»               | the gate opens when the alarm is off
wifi-digits          | WLAN-Netzwerkschlüssel: «{d20}»                     | network key: 12
stage-login          | dev: kim/«Maple.Otter{d4}!»                         | dev: src/main
login-password       | createClient(url, "«{A32}»")                        | createClient(url, "anon")
array-key            | 'crypt' => ['key' => '«{h32}»']                     | 'key' => 'value'
sonar-login          | sonar.login=«{h40}»                                 | sonar.login=admin
login-password       | new PDO('mysql:host=db', 'app', '«{A14}»');         | new PDO($dsn)
square-token         | got «EAAA{A60}» back                                | EAAA is short
x11-cookie           | MIT-MAGIC-COOKIE-1  «{h32}»                         | MIT-MAGIC-COOKIE-1
long-bracket         | password = [[«{A16}»]]                              | words = [[a, b]]
unseal-key           | Unseal Key 1: «{A44}»                               | Unseal Key 1: none
alias-key            | mc alias set store https://s3.test kim «{A32}»      | mc alias list
nameless-password    | it is «Maple.Otter{d4}!» for now                    | draft2020 is out!
nameless-password    | we still use «Maple#{d2}otter» there                | see Maple#{d2} and its answer
nameless-password    | we still use «Maple{d4}#» there                     | Maple2024! was a good year
nameless-password    | we still use «k4VbY3%uZrKZq8» there                 | print("%s of %d", x)
nameless-key         | enter «QX2M7RTDVZK4WBLP5YHC3NGJ6SFAE7UO» to pair    | ABCDEFGHIJKLMNOPQRSTUVWXYZ234567
nameless-key         | pat «i3whrqqrudsklsiz40tma1ca48hh8us19uz360bz0y1x9» | internationalization40and48or19not360at1
named-password       | * Password: {{«Maple{d4}x»}}                        | * Password: {{password}}
named-password       | let password = String::from("«Maple{d4}x»")        | let password = String::from("name")
login-password       | PasswordAuthentication("bot", "«Maple{d4}x»")      | PasswordAuthentication("bot", name)
program-password     | net use Z: \\files\in «maple-{d2}» /user:CORP\svc_a   | net use Z: /user:CORP\svc_a
told-secret          | is «Maple-Otter-{d2}» still the password there?     | is this still the password there?
nameless-password    | it was «p3nguin{d3}*» once                          | the i18n2024 table
vendor-key           | got «RGAPI-{u}» back                                | RGAPI-x
pair-line            | ops / «p3nguin{d3}x!y»                              | ops / main
xml-password         | <Pass encoding="plain">«Maple-{d4}»</Pass>          | <Pass encoding="plain"></Pass>
login-password       | client.username_pw_set("dev", "«Maple{d4}x»")       | client.username_pw_set("dev", name)
one-time-code        | your code is «{d3} {d3}»                            | the exit code is 127
recovery-code        | recovery codes:\n«{h5}-7{h4}»\n                     | recovery codes are kept elsewhere
seed-phrase          | seed phrase: «canyon velvet orbit lantern maple tissue wagon slender kitten harvest rocket fossil» | seed the list with a few words first
vendor-key           | «rzp_live_{A16}»                                    | rzp_live_key
jenkins-secret       | «{AQAAABAAAAAQ{b43}=}»                              | {AQAAAB}
input-value          | <input value="«{A12}»" type="password">             | <input value="{A12}" type="text">
wifi-key             | wireless.x.key='«Maple{d4}!x»'                      | wireless keyboard
safe-combination     | safe combination: «{d2}-{d2}-{d2}»                  | a combination of 1-2
windows-hash         | ana:500:«{h32}:{h32}»:::                            | ana:500:none:::
digest-response      | Digest qop=auth, response="«{h32}»"                 | Digest response="none"
secret-address       | https://x.io/hooks/«a1{l24}»                        | https://x.io/hooks/list
query-key            | https://x.io/in?key=«{u}»                           | https://x.io/in?key=name
query-code           | https://x.io/callback?code=«a1{h22}b2»&state=x       | https://x.io/callback?code=none
recovery-codes       | "recovery_codes": [«"a1b2-c3d4", "e5f6-a7b8"»]       | recovery codes: none
listed-codes         | keep these: 5ab7c«-d8ef1 2gh3j-k4lmn p5qrs-7tuvw»      | keep these: left-right front-back upper-lower
told-secret          | the passphrase is «canyon velvet orbit lantern»     | the passphrase is a row of words
authorization-header | -H "Authorization: Bearer «{A20}\\n{A20}»"          | -H "Authorization: none"
commented-key        | connect to search('APPID1234', '«{h32}»')           | search('APPID1234', 'products')
command-flag         | tool -upw «Maple{d4}x» in                           | tool --bypass cache in
windows-hash         | tool -hashes «:{h32}» ana@host                      | tool -hashes :none ana@host
secret-address       | https://x.io/v3/«{h32}»                             | https://x.io/v3/list
named-token          | activation_code: «{A16}»                            | activation_code: string
given-key            | use this key: «{h32}» now                           | use this key: none
dotted-token         | st«.a1{h22}.b2{h30}»                                | st.name.other
key-bytes            | secretKey: [«1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32»] | secretKey: [1, 2]
drive-key            | {d6}«-{d6}-{d6}-{d6}-{d6}-{d6}-{d6}-{d6}»           | {d6}-{d6}
typed-secret         | bash: «Maple{d4}!x»: command not found              | bash: nodejs: command not found
shown-secret         | $ cat db_pass.txt\n«Maple{d4}!x»                    | $ cat db_pass.txt\nnone
pair-line            | ana - «Maple{d4}!x»                                 | ana - away
named-account        | prod db: app / «Maple{d4}!x»                        | prod db: app / web
redis-auth           | > AUTH «Maple{d4}!x»                                | > AUTH now
called-login         | [x] login(ana, «Maple{d4}!x»)                       | login(ana, again)
piped-secret         | echo «Maple{d4}!x» > secret.txt                     | echo done > secret.txt
here-string          | vault view --password-file <(echo «Maple{d4}x7») x   | diff <(echo done) x
set-variable         | npm config set //r.test/:_authToken «{u}»            | npm config set registry https://r.test
nameless-password    | it is «kR4vT{d2}w_8Qx{d2}ZpL» there                 | see my_own_Name2 there
payment-card         | card «4539 1488 0343 6467» ok                       | card 4242 4242 4242 4242 ok
cut-token            | the log says «ghp_a1B2c3D4e5F6»                     | the log says ghp_config
private-key          | a «-----BEGIN PRIVATE KEY-----\n{b64}\n{b64}\n-----END PRIVATE KEY-----» b | -----BEGIN PUBLIC KEY-----\n{b64}\n-----END PUBLIC KEY-----
`;

/** Rules without a line above, because they apply only to payloads; the tests of `redactDeep` cover them. */
const NOT_SHAPES = ["too-deep", "too-many", "base64-secret"];

const cases = SHAPES.trim()
  .split("\n")
  .map((line) => line.split(" | ").map((cell) => cell.trim().replaceAll("\\n", "\n")))
  .map((cells) => ({ rule: cells[0] ?? "", ...splitTexts(cells.slice(1)) }));

/** The secret text may contain a pipe; the text after the last pipe is the similar one. */
function splitTexts(cells: readonly string[]): { secret: string; lookalike: string } {
  return { secret: cells.slice(0, -1).join(" | "), lookalike: cells.at(-1) ?? "" };
}

describe.each(cases)("$rule", ({ rule, secret, lookalike }) => {
  test("takes the secret out and leaves the rest byte for byte", () => {
    for (let seed = 1; seed <= 5; seed++) {
      const text = filled(secret, seed);
      const expected = text.replace(/«[^»]*»/, `[redacted:${rule}]`);
      expect(redact(text.replaceAll(/[«»]/g, "")).text).toBe(expected);
    }
  });

  test("keeps text that only looks similar", () => {
    const text = filled(lookalike, 7);
    // The rule for nameless passwords may remove random letters anywhere; it does not concern the shape.
    const found = redact(text).found.filter((hit) => hit.rule !== "nameless-password");
    expect(found).toEqual([]);
  });
});

test("every rule has a line above, and names the service whose secret it finds", () => {
  const listed = ruleList();
  const known = new Set([...cases.map(({ rule }) => rule), ...NOT_SHAPES]);
  expect(listed.filter(({ id }) => !known.has(id))).toEqual([]);
  expect(cases.filter(({ rule }) => !listed.some(({ id }) => id === rule))).toEqual([]);
  expect(listed.filter(({ whose }) => whose.length < 10)).toEqual([]);
  expect(new Set(listed.map(({ id }) => id)).size).toBeGreaterThanOrEqual(60);
});

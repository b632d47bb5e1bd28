/** Language models, messages and money, what watches programs, and what says who people are. */
export const SERVICE_RULES = String.raw`
anthropic-key: Anthropic: API, admin, session or OAuth key
  sk-ant-
  sk-ant-[a-z]{2,8}\d{2}-[A-Za-z0-9_-]{20,}
openai-project-key: OpenAI: key of a project, a service account or an administrator
  sk-proj- sk-svcacct- sk-admin- sk-none-
  sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}
openrouter-key: OpenRouter: API key
  sk-or-v1-
  sk-or-v1-[0-9a-f]{40,}
sk-key word random: DeepSeek, Moonshot, Together and others that took over OpenAI's sk- prefix
  sk-
  sk-[A-Za-z0-9]{32,}
huggingface-token word: Hugging Face: token of a person or an organisation
  hf_ api_org_
  (?:hf_[A-Za-z0-9]{30,}|api_org_[A-Za-z]{34})
model-key: Groq, xAI, Perplexity, Cerebras, NVIDIA, LangSmith, Langfuse, Pinecone, Tavily, Jina, Apify, Replicate: a key told by what it begins with
  r8_ gsk_ xai- pplx- csk- nvapi- lsv2_ sk-lf- pcsk_ tvly- jina_ apify_api_
  (?:r8_[A-Za-z0-9]{37}|gsk_[A-Za-z0-9]{48,}|xai-[A-Za-z0-9]{60,}|pplx-[A-Za-z0-9]{32,}|csk-[a-z0-9]{40,}|nvapi-[A-Za-z0-9_-]{50,}|lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}|sk-lf-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|pcsk_[A-Za-z0-9_]{40,}|tvly-(?:dev-|prod-)?[A-Za-z0-9]{20,}|jina_[A-Za-z0-9_-]{50,}|apify_api_[A-Za-z0-9]{30,})
fireworks-key word random: Fireworks: API key
  fw_
  fw_[A-Za-z0-9]{20,}
elevenlabs-key word: ElevenLabs: API key
  sk_
  sk_[0-9a-f]{48}(?![A-Za-z0-9])
vendor-key word: Several: a key told by what it begins with
  rzp_live_ rzp_test_ flwseck fc- e2b_ rpa_ md- rnd_ pa- nsec1 bsa bb_live_ bb_test_ hbp_ 00d shippo_ ezak eztk _mmk absk azdo napi_ mdb_sa_sk_ akcp cmvmdgtu tfp_ cfpat- dckr_pat_ dckr_oat_ lin_api_ lin_oauth_ ops_ey a3- rgapi- hrku- figd_ figo_ figu_ figor_ figoh_ aqvn t1. y0_ pscale_ atbb oy2 ccipat_ cciprj_
  (?:rzp_(?:live|test)_[A-Za-z0-9]{14,}|FLWSECK(?:_TEST)?-[0-9A-Za-z]{32}-X|fc-[0-9a-f]{32}|e2b_[0-9a-f]{40}|rpa_[A-Z0-9]{40,}|md-[A-Za-z0-9_-]{22}|rnd_[A-Za-z0-9]{28,}|pa-[A-Za-z0-9_-]{43}|nsec1[a-z0-9]{58}|bb_(?:live|test)_[A-Za-z0-9_-]{20,}|hbp_[A-Za-z0-9]{30,}|00D[A-Za-z0-9]{12,15}![A-Za-z0-9._-]{60,}|shippo_(?:live|test)_[0-9a-f]{40}|EZ[AT]K[A-Za-z0-9]{54}|[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk|ABSK[A-Za-z0-9+/]{100,}={0,2}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}|napi_[a-z0-9]{40,}|mdb_sa_sk_[A-Za-z0-9_-]{30,}|AKCp[A-Za-z0-9]{60,}|cmVmdGtu[A-Za-z0-9]{50,}|tfp_[A-Za-z0-9_.=-]{40,}|CFPAT-[A-Za-z0-9_-]{40,}|dckr_[po]at_[A-Za-z0-9_-]{24,}|lin_(?:api|oauth)_[A-Za-z0-9]{32,}|ops_eyJ[A-Za-z0-9+/=_-]{80,}|A3-[A-Z0-9]{6}-[A-Z0-9]{6}(?:-[A-Z0-9]{5}){4}|RGAPI-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|HRKU-[A-Za-z0-9_-]{30,}|fig(?:d|o|u|or|oh)_[A-Za-z0-9_-]{36,}|AQVN[A-Za-z0-9_-]{35,}|t1\.[A-Za-z0-9_-]{60,}\.[A-Za-z0-9_-]{60,}|y0_[A-Za-z0-9_-]{50,}|pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_=.-]{30,}|ATBB[A-Za-z0-9]{24,}(?:[A-F0-9]{8})?|oy2[a-z0-9]{43}|CCIP(?:AT|RJ)_[A-Za-z0-9]{16,}_[0-9a-f]{40})(?![A-Za-z0-9])
slack-token: Slack: token of a bot, a person, an app, a refresh or an older workspace
  xox
  xox[abcdeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}
slack-app-token: Slack: app-level token
  xapp-
  xapp-\d-[A-Za-z0-9]{6,}-\d{6,}-[A-Za-z0-9]{20,}
slack-webhook: Slack: whoever has the address can post
  hooks.slack.com
  (hooks\.slack\.com/(?:services|workflows|triggers)/)[A-Za-z0-9/_-]{20,}
discord-webhook: Discord: whoever has the address can post
  /api/webhooks/
  (discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{5,25}/)[A-Za-z0-9_-]{40,}
discord-token random: Discord: token of a bot, behind the bot's number, which is public
  .
  \.(?=[A-Za-z0-9_-]{6}\.)(?<=[MNO][A-Za-z0-9_-]{23,27}\.)[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_.-])
teams-webhook: Microsoft Teams: whoever has the address can post
  webhook.office.com
  (webhook\.office\.com/webhookb2/)[A-Za-z0-9@/-]{60,}
telegram-token: Telegram: token of a bot
  :aa
  \d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])
stripe-key: Stripe, Clerk and others: secret or restricted key (publishable pk_ keys are public)
  sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_
  [sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,}
square-token word random: Square: access token or OAuth secret
  sq0atp- sq0csp- sq0idp- eaaa
  (?:sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}|EAAA[A-Za-z0-9_-]{60}(?![A-Za-z0-9_+/-]))
braintree-token: PayPal Braintree: access token
  access_token$
  access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}
shopify-token: Shopify: token of an app, or its shared secret
  shpat_ shpca_ shppa_ shpss_ shptka_
  shp(?:at|ca|pa|ss|tka)_[0-9a-fA-F]{32}
plaid-token: Plaid: access token to somebody's bank
  access-sandbox- access-development- access-production-
  access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
twilio-key word: Twilio: API key (an account's AC id is no secret)
  sk
  SK[0-9a-f]{32}(?![A-Za-z0-9])
sendgrid-key word: SendGrid: API key
  sg.
  SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}
mailgun-key word: Mailgun: private key, older and newer form
  key- mailgun
  (?:key-[0-9a-f]{32}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})(?![A-Za-z0-9])
mailchimp-key word: Mailchimp: API key, with the data centre behind it
  -us
  [0-9a-f]{32}-us\d{1,2}(?!\d)
brevo-key: Brevo (Sendinblue): API or SMTP key
  xkeysib- xsmtpsib-
  x(?:key|smtp)sib-[0-9a-f]{40,}(?:-[A-Za-z0-9]{10,})?
hubspot-token any-case: HubSpot: token of a private app
  pat-na pat-eu pat-ap
  pat-(?:na|eu|ap)\d{0,2}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
facebook-token word random: Meta: access token of an app or a person
  eaa
  EAA[A-Z][A-Za-z0-9]{90,}
twitter-bearer word random: X (Twitter): bearer token of an app
  aaaaaaaaaaaaaaaaaaaaa
  A{20,24}[A-Za-z0-9%]{50,}
zapier-webhook: Zapier: whoever has the address can start the task
  hooks.zapier.com
  (hooks\.zapier\.com/hooks/catch/)\d{3,12}/[A-Za-z0-9]{5,}
newrelic-key: New Relic: user, browser, insights or licence key
  nrak- nrjs- nrii- nriq- nral
  (?:NR(?:AK|JS|II|IQ|RA)-[A-Za-z0-9_-]{19,}|[0-9a-f]{36}NRAL)
monitor-key: Sentry, Dynatrace, PostHog, Honeycomb, Elastic Cloud: a key told by what it begins with (a phc_ key of PostHog is public)
  sntryu_ sntrys_ sntrya_ dt0c01. dt0s01. dt0s16. phx_ phs_ hcaik_ hcamk_ hcbik_ hcxik_ essu_
  (?:sntry[usa]_[A-Za-z0-9+/=_-]{40,}|dt0[a-z]\d{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{60,}|ph[xs]_[A-Za-z0-9]{40,}|hc[a-z](?:ik|mk)_[a-z0-9]{26,}|essu_[A-Za-z0-9+/=_-]{40,})
sentry-dsn: Sentry: the key in a DSN lets anybody send events
  sentry
  (://)[0-9a-f]{32}(?::[0-9a-f]{32})?(?=@[A-Za-z0-9.-]{0,80}(?:sentry|ingest)|@[A-Za-z0-9.:-]{1,80}/\d)
launchdarkly-key word: LaunchDarkly: key of a server or of the API
  sdk- api-
  (?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
facebook-app-token: Meta: token of an app, its number and its secret
  |
  \|(?<=\d{15,17}\|)[A-Za-z0-9_-]{27}(?![A-Za-z0-9_-])
mapbox-token: Mapbox: secret token (public pk. tokens are meant to be seen)
  sk.eyj
  sk\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}
`;

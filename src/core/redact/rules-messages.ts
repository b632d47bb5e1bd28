/** Messages and money: chat, mail, telephone, shops and payments. */
export const MESSAGE_RULES = String.raw`
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
  \.(?<=[MNO][A-Za-z0-9_-]{23,27}\.)[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_.-])
teams-webhook: Microsoft Teams: whoever has the address can post
  webhook.office.com
  (webhook\.office\.com/webhookb2/)[A-Za-z0-9@/-]{60,}
telegram-token: Telegram: token of a bot
  :aa
  \d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])
stripe-key: Stripe, Clerk and others: secret or restricted key (publishable pk_ keys are public)
  sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_
  [sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,}
webhook-secret: Stripe, Svix and others: what a webhook is signed with
  whsec_
  whsec_[A-Za-z0-9+/=]{24,}
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
resend-key word random: Resend: API key
  re_
  re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,}
hubspot-token any-case: HubSpot: token of a private app
  pat-na pat-eu pat-ap
  pat-(?:na|eu|ap)\d{0,2}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
facebook-token word random: Meta: access token of an app or a person
  eaa
  EAA[A-Z][A-Za-z0-9]{90,}
twitter-bearer word random: X (Twitter): bearer token of an app
  aaaaaaaaaaaaaaaaaaaaa
  A{20,24}[A-Za-z0-9%]{50,}
shippo-token: Shippo: API token
  shippo_
  shippo_(?:live|test)_[0-9a-f]{40}
easypost-key: EasyPost: API key
  ezak eztk
  EZ[AT]K[A-Za-z0-9]{54}
zapier-webhook: Zapier: whoever has the address can start the task
  hooks.zapier.com
  (hooks\.zapier\.com/hooks/catch/)\d{3,12}/[A-Za-z0-9]{5,}
`;

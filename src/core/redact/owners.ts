import { type Entry, entriesIn, type Rule } from "./rule.ts";
import { plainName } from "./secret-names.ts";

/**
 * Secrets whose shape is nobody's in particular, and which their owner's name on the same line gives away:
 * how the owner is called, and what the whole value must look like.
 */
const TABLE = String.raw`
twilio-auth-token: Twilio: auth token
  twilio
  [0-9a-f]{32}
datadog-key: Datadog: API or application key
  datadog dd_api dd_app
  [0-9a-f]{32}(?:[0-9a-f]{8})?
cloudflare-token: Cloudflare: token or global key
  cloudflare cf_api cf_token
  [0-9a-f]{37}|[A-Za-z0-9_-]{40}
fastly-token: Fastly: API token
  fastly
  [A-Za-z0-9_-]{32}
heroku-key: Heroku: API key of the older form
  heroku
  [0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}
postmark-token: Postmark: server or account token
  postmark
  [0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}
netlify-key: Netlify: token of the older form
  netlify
  [A-Za-z0-9_-]{40,64}
vercel-key: Vercel: token of the older form
  vercel now_token
  [A-Za-z0-9]{24}
okta-key: Okta: API token
  okta
  00[A-Za-z0-9_-]{40}
cohere-key: Cohere: API key
  cohere co_api
  [A-Za-z0-9]{40}
mistral-key: Mistral: API key
  mistral
  [A-Za-z0-9]{32}
together-key: Together: API key
  together
  [0-9a-f]{64}
pagerduty-key: PagerDuty: API key
  pagerduty pager_duty pd_api pd_token
  (?:[uy]\+)?[A-Za-z0-9_-]{18,20}|[0-9a-f]{32}
airtable-key: Airtable: API key of the older form
  airtable
  key[A-Za-z0-9]{14}
bitbucket-secret: Bitbucket: secret of an OAuth client
  bitbucket
  [A-Za-z0-9_=-]{32,64}
paypal-secret: PayPal: secret of a REST app
  paypal
  E[A-Za-z0-9_-]{79}
algolia-key: Algolia: admin key
  algolia
  [0-9a-f]{32}
mailgun-token: Mailgun: signing key
  mailgun
  [0-9a-f]{32}
snyk-token: Snyk: API token
  snyk
  [0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}
codecov-token: Codecov: upload token
  codecov
  [0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}
wandb-key: Weights & Biases: API key
  wandb weights
  [0-9a-f]{40}
rollbar-token: Rollbar: access token
  rollbar
  [0-9a-f]{32}
newrelic-license: New Relic: licence key of the older form
  newrelic new_relic
  [0-9a-f]{40}
sentry-key: Sentry: auth token of the older form
  sentry
  [0-9a-f]{64}
azure-key: Azure: key of a cognitive service
  azure cognitive ocp_apim
  [0-9a-f]{32}|[A-Za-z0-9]{84}
discord-secret: Discord: client secret
  discord
  [A-Za-z0-9_-]{32}
linkedin-secret: LinkedIn: client secret
  linkedin linked_in
  [A-Za-z0-9]{16}
dropbox-secret: Dropbox: app secret or token
  dropbox
  [a-z0-9]{15}|sl\.[A-Za-z0-9_-]{130,}
consul-token: HashiCorp Consul and Nomad: ACL token
  consul nomad
  [0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}
`;

let owners: readonly Entry[] | undefined;

export function allOwners(): readonly Entry[] {
  owners ??= entriesIn(TABLE);
  return owners;
}

/** Whose secret a value is when its owner is named on the same line before it. */
export function ownerOf(before: string, value: string): Rule | undefined {
  if (value.length < 15 || value.length > 160) return undefined;
  const plain = plainName(before);
  const isCalled = ({ keys }: Entry) => keys.some((word) => plain.includes(word));
  const called = allOwners().filter(isCalled);
  return called.map(({ rule }) => rule()).find(({ pattern }) => new RegExp(`^(?:${pattern})$`).test(value));
}

import { type Entry, entriesIn, type Rule } from "./rule.ts";
import { plainName } from "./secret-names.ts";

/**
 * Secrets whose shape is nobody's in particular, and which their owner's name on the same line gives away:
 * how the owner is called, and what the whole value must look like.
 */
const TABLE = String.raw`
service-hex-key: Twilio, Datadog, Cloudflare, Algolia, Mailgun, Rollbar, PagerDuty, Azure: a key in hex
  twilio datadog dd_api dd_app cloudflare cf_api algolia mailgun rollbar pagerduty azure cognitive ocp_apim
  [0-9a-f]{32}(?:[0-9a-f]{5}|[0-9a-f]{8})?
service-hex-key: Weights & Biases, New Relic: a key in hex
  wandb weights newrelic new_relic
  [0-9a-f]{40}
service-hex-key: Together, Sentry: a key in hex
  together sentry
  [0-9a-f]{64}
service-uuid-key: Heroku, Postmark, Snyk, Codecov, Consul, Nomad: a key that looks like an id
  heroku postmark snyk codecov consul nomad
  [0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}
service-token: Services whose tokens have no shape of their own
  cloudflare cf_api cf_token fastly netlify vercel now_token okta cohere co_api mistral pagerduty pager_duty pd_api pd_token airtable bitbucket paypal discord linkedin linked_in dropbox azure
  (?![0-9a-fA-F-]+$)(?=[^A-Za-z]*[A-Za-z])(?:[A-Za-z0-9_=+-]{15,160}|sl\.[A-Za-z0-9_-]{130,})
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

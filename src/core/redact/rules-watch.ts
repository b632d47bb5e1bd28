/** What watches programs, and what says who people are. */
export const WATCH_RULES = String.raw`
newrelic-key: New Relic: user, browser, insights or licence key
  nrak- nrjs- nrii- nriq- nral
  (?:NR(?:AK|JS|II|IQ|RA)-[A-Za-z0-9_-]{19,}|[0-9a-f]{36}NRAL)
sentry-token: Sentry: token of a person or an organisation
  sntryu_ sntrys_ sntrya_
  sntry[usa]_[A-Za-z0-9+/=_-]{40,}
sentry-dsn: Sentry: the key in a DSN lets anybody send events
  sentry
  (://)[0-9a-f]{32}(?::[0-9a-f]{32})?(?=@[A-Za-z0-9.-]{0,80}(?:sentry|ingest)|@[A-Za-z0-9.:-]{1,80}/\d)
grafana-token: Grafana: cloud or service-account token, or an older API key
  glc_ glsa_ eyjrijoi
  (?:glc_[A-Za-z0-9+/=]{32,}|glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|eyJrIjoi[A-Za-z0-9+/=_-]{40,})
dynatrace-token: Dynatrace: API token
  dt0c01. dt0s01. dt0s16.
  dt0[a-z]\d{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{60,}
posthog-key: PostHog: personal key (a project's phc_ key is public)
  phx_ phs_
  ph[xs]_[A-Za-z0-9]{40,}
launchdarkly-key word: LaunchDarkly: key of a server or of the API
  sdk- api-
  (?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
honeycomb-key: Honeycomb: ingest or management key
  hcaik_ hcamk_ hcbik_ hcxik_
  hc[a-z](?:ik|mk)_[a-z0-9]{26,}
elastic-key: Elastic Cloud: API key
  essu_
  essu_[A-Za-z0-9+/=_-]{40,}
okta-token any-case: Okta: API token of the SSWS scheme
  ssws
  (SSWS\s{1,4})[A-Za-z0-9_-]{20,}
auth0-secret word random: Auth0: the 64 letters of a client's secret, where the text speaks of it
  auth0
  [A-Za-z0-9_-]{64}(?![A-Za-z0-9_-])
facebook-app-token: Meta: token of an app, its number and its secret
  |
  \|(?<=\d{15,17}\|)[A-Za-z0-9_-]{27}(?![A-Za-z0-9_-])
yandex-token word: Yandex Cloud: API key or IAM token
  aqvn t1. y0_
  (?:AQVN[A-Za-z0-9_-]{35,}|t1\.[A-Za-z0-9_-]{60,}\.[A-Za-z0-9_-]{60,}|y0_[A-Za-z0-9_-]{50,})
mapbox-token: Mapbox: secret token (public pk. tokens are meant to be seen)
  sk.eyj
  sk\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}
adafruit-key: Adafruit IO: key
  aio_
  aio_[A-Za-z0-9]{28}(?![A-Za-z0-9])
maxmind-key: MaxMind: licence key
  _mmk
  [A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk
`;

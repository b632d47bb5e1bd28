/** Clouds, and what deploys to them. */
export const CLOUD_RULES = String.raw`
aws-access-key word: AWS: id of a long-lived, temporary or role key; half of a pair, and it names the account
  akia asia abia acca agpa aroa aida anpa anva aipa
  A(?:KIA|SIA|BIA|CCA|GPA|ROA|IDA|NPA|NVA|IPA)[A-Z0-9]{16}(?![A-Za-z0-9])
aws-secret-key any-case: AWS: the secret half of a key pair, by its name
  access_key accesskey access-key access␣key secret_key secretkey
  (secret[-_ ]?(?:access[-_ ]?)?key["'\x60\\]{0,4}\s{0,4}(?:=>|[:=,|])?\s{0,4}["'\x60\\]{0,4})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])
aws-secret-key: AWS: the secret half of a key pair, by standing right behind the id
  akia asia
  (A[KS]IA[A-Z0-9]{16}["'\x60]?[\s,:;|/]{1,10}["'\x60]?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])
aws-session-token: AWS: token of a temporary session, told by its encoded beginning
  iqojb3jpz2lu fwogzxivyxdz fqogzxivyxdz
  (?:IQoJb3JpZ2lu|F[Qw]oGZXIvYXdz)[A-Za-z0-9/+=%]{40,}
aws-session-token any-case: AWS: token of a temporary session, by its name
  session_token sessiontoken security-token security_token
  ((?:session_?|security[-_])token["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4})[A-Za-z0-9/+=%]{80,}
aws-bedrock-key word: AWS Bedrock: long-lived API key
  absk
  ABSK[A-Za-z0-9+/]{100,}={0,2}
aws-signature any-case: AWS: a signed address opens what it points to until it runs out
  x-amz-signature
  (x-amz-signature(?:=|%3D|["']?:\s?["']?))[0-9a-f]{64}
aws-mws-token: Amazon Marketplace: seller's token
  amzn.mws.
  amzn\.mws\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
google-api-key: Google: API key of Cloud, Maps, Firebase and Gemini
  aiza
  AIza[A-Za-z0-9_-]{35}
google-oauth-secret: Google: secret of an OAuth client
  gocspx-
  GOCSPX-[A-Za-z0-9_-]{20,}
google-oauth-token: Google: access token of a person or a service account
  ya29.
  ya29\.[A-Za-z0-9_.-]{20,}
google-refresh-token word: Google: refresh token, good until revoked
  1//0
  1//0[A-Za-z0-9_-]{30,}
azure-storage-key any-case: Azure: key of a storage account, a bus, a hub or Cosmos, in a connection string
  accountkey sharedaccesskey sharedsecret accesskey=
  ((?:account|shared|access|sharedaccess)(?:key|secret)\s?=\s?)[A-Za-z0-9+/]{40,}={0,2}
azure-sas any-case: Azure: signature of a shared address
  sig=
  ([?&;]sig=)[A-Za-z0-9%+/_-]{40,}={0,2}
azure-client-secret word: Azure AD (Entra): secret of an application, told by the Q~ in it
  q~
  [A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}
azure-devops-token word: Azure DevOps: personal access token, told by the AZDO in it
  azdo
  [A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])
alibaba-access-key word random: Alibaba Cloud: id of a key pair
  ltai
  LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])
digitalocean-token: DigitalOcean: personal, OAuth or refresh token
  dop_v1_ doo_v1_ dor_v1_
  do[opr]_v1_[0-9a-f]{40,}
cloudflare-origin-key: Cloudflare: origin CA key
  v1.0-
  v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}
heroku-token: Heroku: API key of the prefixed form
  hrku-
  HRKU-[A-Za-z0-9_-]{30,}
vercel-token word random: Vercel: access token of the prefixed forms, or a blob store's
  vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_
  (?:vc[aciprk]_|vercel_blob_rw_)[A-Za-z0-9_]{24,}
netlify-token: Netlify: personal access token
  nfp_ nfc_ nfo_ nfu_ nfb_
  nf[pcoub]_[A-Za-z0-9]{36,}
supabase-key: Supabase: personal token or a project's secret key
  sbp_ sb_secret_
  (?:sbp_(?:v\d_)?[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,})
planetscale-token: PlanetScale: service token, OAuth token or database password
  pscale_
  pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_=.-]{30,}
fly-token: Fly.io: macaroon or older token
  fm1r_ fm1a_ fm2_ fo1_
  (?:fm1[ar]_|fm2_)[A-Za-z0-9+/=_,-]{60,}|fo1_[A-Za-z0-9_-]{40,}
doppler-token: Doppler: token of a person, a service or a machine
  dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.
  dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,}
terraform-token: Terraform Cloud: token of a person, a team or an organisation
  .atlasv1.
  [A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}
vault-token: HashiCorp Vault: service, batch or recovery token
  hvs. hvb. hvr.
  hv[sbr]\.[A-Za-z0-9_-]{24,}
vault-token word random: HashiCorp Vault: service token of the older form, where the text speaks of it
  vault
  [sbr]\.[A-Za-z0-9]{24}(?![A-Za-z0-9])
pulumi-token word: Pulumi: access token
  pul-
  pul-[0-9a-f]{40}
databricks-token: Databricks: personal access token
  dapi
  dapi[0-9a-f]{32}(?:-\d)?
tailscale-key: Tailscale: key to join, or to call the API
  tskey-
  tskey-[a-z]{2,12}-[A-Za-z0-9-]{16,}
neon-key: Neon: API key
  napi_
  napi_[a-z0-9]{40,}
mongodb-atlas-secret: MongoDB Atlas: secret of a service account
  mdb_sa_sk_
  mdb_sa_sk_[A-Za-z0-9_-]{30,}
`;

/** Clouds, what deploys to them, and where code, packages and the talk about them are kept. */
export const PLATFORM_RULES = String.raw`
aws-access-key word: AWS: id of a long-lived, temporary or role key; half of a pair, and it names the account
  akia asia abia acca agpa aroa aida anpa anva aipa
  A(?:KIA|SIA|BIA|CCA|GPA|ROA|IDA|NPA|NVA|IPA)[A-Z0-9]{16}(?![A-Za-z0-9])
aws-session-token: AWS: token of a temporary session, told by its encoded beginning
  iqojb3jpz2lu fwogzxivyxdz fqogzxivyxdz
  (?:IQoJb3JpZ2lu|F[Qw]oGZXIvYXdz)[A-Za-z0-9/+=%]{40,}
aws-signature any-case: AWS: a signed address opens what it points to until it runs out
  x-amz-signature
  (x-amz-signature(?:=|%3D|["']?:\s?["']?))[0-9a-f]{64}
aws-mws-token: Amazon Marketplace: seller's token
  amzn.mws.
  amzn\.mws\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
google-api-key: Google: API key of Cloud, Maps, Firebase and Gemini
  aiza
  AIza[A-Za-z0-9_-]{35}
google-oauth-token: Google: access token of a person or a service account
  ya29.
  ya29\.[A-Za-z0-9_.-]{20,}
azure-sas any-case: Azure: signature of a shared address
  sig=
  ([?&;]sig=)[A-Za-z0-9%+/_-]{40,}={0,2}
azure-client-secret word: Azure AD (Entra): secret of an application, told by the Q~ in it
  q~
  [A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}
alibaba-access-key word random: Alibaba Cloud: id of a key pair
  ltai
  LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])
digitalocean-token: DigitalOcean: personal, OAuth or refresh token
  dop_v1_ doo_v1_ dor_v1_
  do[opr]_v1_[0-9a-f]{40,}
cloudflare-origin-key: Cloudflare: origin CA key
  v1.0-
  v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}
supabase-key: Supabase: personal token or a project's secret key
  sbp_ sb_secret_
  (?:sbp_(?:v\d_)?[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,})
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
pulumi-token word: Pulumi: access token
  pul-
  pul-[0-9a-f]{40}
jenkins-secret: Jenkins: a secret as its settings keep it
  {aqaaab
  \{AQAAABAAAA[A-Za-z0-9+/=]{30,}\}
databricks-token: Databricks: personal access token
  dapi
  dapi[0-9a-f]{32}(?:-\d)?
github-token: GitHub: personal (p), OAuth (o), user-to-server (u), server-to-server (s) or refresh (r) token
  ghp_ gho_ ghu_ ghs_ ghr_
  gh[pousr]_[A-Za-z0-9]{30,}
github-fine-grained-token: GitHub: fine-grained personal token
  github_pat_
  github_pat_[A-Za-z0-9_]{40,}
gitlab-token: GitLab: personal, deploy, runner, CI, trigger, feed, mail, agent or OAuth token
  glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat-
  gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-[A-Za-z0-9_.-]{20,}
gitlab-runner-token: GitLab: registration token of a runner
  gr1348941
  GR1348941[A-Za-z0-9_-]{20,}
atlassian-token: Atlassian: API token of a person or an app, for Jira, Confluence and Bitbucket
  atatt3 atctt3 atst
  (?:ATATT3|ATCTT3)[A-Za-z0-9_=-]{50,}
npm-token: npm: access token
  npm_
  npm_[A-Za-z0-9]{36}
pypi-token: PyPI: upload token
  pypi-age
  pypi-AgE[A-Za-z0-9_-]{50,}
rubygems-key: RubyGems: API key
  rubygems_
  rubygems_[0-9a-f]{48}
clojars-token: Clojars: deploy token
  clojars_
  CLOJARS_[a-z0-9]{50,}
sonar-token: SonarQube: token of a person, a project or all
  squ_ sqp_ sqa_
  sq[upa]_[0-9a-f]{40}
sourcegraph-token: Sourcegraph: access token
  sgp_
  sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}
buildkite-token: Buildkite: API or agent token
  bkua_ bkct_ bkaj_
  bk(?:ua|ct|aj)_[A-Za-z0-9]{40,}
postman-key: Postman: API key
  pmak-
  PMAK-[0-9a-f]{24}-[0-9a-f]{34}
notion-token random: Notion: secret of an integration, older and newer form
  secret_ ntn_
  (?:secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])|ntn_[A-Za-z0-9]{40,})
airtable-token: Airtable: personal access token
  pat
  pat[A-Za-z0-9]{14}\.[0-9a-f]{64}
asana-token: Asana: personal access token
  asana
  [012]/\d{13,19}(?:/\d{13,19})?:[0-9a-f]{32}
clickup-token word: ClickUp: personal token
  pk_
  pk_\d{6,12}_[A-Z0-9]{32}
dropbox-token word random: Dropbox: short-lived token
  sl.
  sl\.[A-Za-z0-9_-]{60,}
ably-key random: Ably: API key
  :
  :(?<=(?<![\w-])[\w-]{6}\.[\w-]{6}:)[A-Za-z0-9_-]{43}(?![\w-])
trello-token word: Trello: token of a person
  atta
  ATTA[0-9a-f]{56,}
`;

/** Where code, packages and the talk about them are kept. */
export const CODE_RULES = String.raw`
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
bitbucket-app-password word random: Bitbucket: app password
  atbb
  ATBB[A-Za-z0-9]{24,}(?:[A-F0-9]{8})?
atlassian-token: Atlassian: API token of a person or an app, for Jira, Confluence and Bitbucket
  atatt3 atctt3 atst
  (?:ATATT3|ATCTT3)[A-Za-z0-9_=-]{50,}
npm-token: npm: access token
  npm_
  npm_[A-Za-z0-9]{36}
npmrc-auth header: npm: what .npmrc signs in with
  _auth _password
  (:?_(?:authToken|auth|password)\s?=\s?["']?)[^\s"'$\\]{8,}
pypi-token: PyPI: upload token
  pypi-age
  pypi-AgE[A-Za-z0-9_-]{50,}
rubygems-key: RubyGems: API key
  rubygems_
  rubygems_[0-9a-f]{48}
crates-token word random: crates.io: API token
  cio
  cio[A-Za-z0-9]{32}(?![A-Za-z0-9])
nuget-key word: NuGet: API key
  oy2
  oy2[a-z0-9]{43}(?![A-Za-z0-9])
docker-token: Docker Hub: token of a person or an organisation
  dckr_pat_ dckr_oat_
  dckr_[po]at_[A-Za-z0-9_-]{24,}
clojars-token: Clojars: deploy token
  clojars_
  CLOJARS_[a-z0-9]{50,}
jfrog-key: JFrog Artifactory: API key or reference token
  akcp cmvmdgtu
  (?:AKCp[A-Za-z0-9]{60,}|cmVmdGtu[A-Za-z0-9]{50,})
sonar-token: SonarQube: token of a person, a project or all
  squ_ sqp_ sqa_
  sq[upa]_[0-9a-f]{40}
sourcegraph-token: Sourcegraph: access token
  sgp_
  sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}
circleci-token: CircleCI: personal or project token
  ccipat_ cciprj_
  CCIP(?:AT|RJ)_[A-Za-z0-9]{16,}_[0-9a-f]{40}
buildkite-token: Buildkite: API or agent token
  bkua_ bkct_ bkaj_
  bk(?:ua|ct|aj)_[A-Za-z0-9]{40,}
postman-key: Postman: API key
  pmak-
  PMAK-[0-9a-f]{24}-[0-9a-f]{34}
linear-key: Linear: API key or OAuth token
  lin_api_ lin_oauth_
  lin_(?:api|oauth)_[A-Za-z0-9]{32,}
notion-token random: Notion: secret of an integration, older and newer form
  secret_ ntn_
  (?:secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])|ntn_[A-Za-z0-9]{40,})
airtable-token: Airtable: personal access token
  pat
  pat[A-Za-z0-9]{14}\.[0-9a-f]{64}
figma-token: Figma: personal or OAuth token
  figd_ figo_ figu_ figor_ figoh_
  fig(?:d|o|u|or|oh)_[A-Za-z0-9_-]{36,}
asana-token: Asana: personal access token
  asana
  [012]/\d{13,19}(?:/\d{13,19})?:[0-9a-f]{32}
typeform-token: Typeform: personal access token
  tfp_
  tfp_[A-Za-z0-9_.=-]{40,}
contentful-token: Contentful: personal access token
  cfpat-
  CFPAT-[A-Za-z0-9_-]{40,}
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
1password-token word: 1Password: token of a service account, or a person's secret key
  ops_ey a3-
  (?:ops_eyJ[A-Za-z0-9+/=_-]{80,}|A3-[A-Z0-9]{6}-[A-Z0-9]{6}(?:-[A-Z0-9]{5}){4})
`;

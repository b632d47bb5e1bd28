import type { Command } from "./command.ts";
import { pattern } from "./pattern.ts";

/** Commands that only inspect, so they cannot have fixed anything. */
const LOOKS = pattern(String.raw`
  ^(?:
  ls|ll|cat|bat|head|tail|less|more|grep|egrep|fgrep|rg|ag|find|fd|tree|pwd|echo|printf|which|whereis|type|
  file|stat|wc|
  diff|cmp|du|df|env|printenv|ps|top|lsof|ss|netstat|nproc|uname|whoami|id|date|history|man|help|jq|yq|sort|
  uniq|
  sed -n|awk|nl|xxd|hexdump|strings|readlink|realpath|dirname|basename|ping|dig|nslookup|host|sleep|true|test|
  nm|
  objdump|ldd|pgrep|free|locale|sqlite3|psql|journalctl|dmesg|rustc|
  (?:node|bun|deno) (?:-e|-p|eval)|python3? -c|ruby -e|perl -e|php -r|
  curl(?!.*(?:-X ?(?:POST|PUT|DELETE|PATCH)|--data|-d |-o |-O|\|))|
  (?:git|hg|svn) (?:status|diff|log|show|blame|branch|remote|ls-files|rev-parse|describe|grep|reflog|
  config --get|fetch)|
  git stash list|
  (?:docker|podman) (?:ps|logs|images|inspect|info|version|stats|network ls|volume ls)|
  docker[ -]compose (?:ps|logs|config|ls)|
  kubectl (?:get|describe|logs|top|version|explain|rollout status|config (?:view|get-contexts|
  current-context))|
  (?:npm|pnpm|yarn|bun) (?:ls|list|why|view|info|outdated|audit|root|bin|explain)|
  (?:pip|pip3|uv pip) (?:list|show|freeze|check)|
  (?:cargo|go) (?:tree|version|env|list|metadata)|
  (?:aws|gcloud|az|gh|glab|heroku|fly) .{0,60}\b(?:list|describe|get|show|view|status|logs|ls)\b|
  terraform (?:show|state list|output|version|plan|validate)|
  systemctl (?:status|list|is-active)|(?:apt|brew) (?:list|show|info|search)|
  rustup show|nvm ls|pyenv versions
  )(?:\s|$)`);
const ASKS_ITSELF = /(?:^|\s)(?:--version|-version|--help|-h|--dry-run|-V)(?:\s|$)|^\S+ (?:version|help)$/;

/** True for a command that changes nothing. */
export function isLooking({ base }: Command): boolean {
  const plain = withoutQuotes(base);
  const parts = plain.split(SEPARATOR);
  return (
    !/>\s*\S/.test(plain) && parts.every((part) => LOOKS.test(part) || ASKS_ITSELF.test(part) || part === "")
  );
}

/** Commands that search for files, or in files. */
const LOOKS_FOR =
  /^(?:ls|ll|cat|bat|head|tail|less|more|grep|egrep|fgrep|rg|ag|find|fd|tree|pwd|stat|test|\[|wc|file|cd|pushd|popd|which|type|readlink|realpath|diff|cmp|du|sed -n)(?:\s|$)/;
const HANDS_ON = /\|\s*(?:(?:ba|z)?sh\b|xargs (?!-?\S{0,4} ?(?:grep|ls|cat|head|wc)))/;
const IS_OPTION =
  /(?:illegal|invalid|unrecogni[sz]ed|unknown) (?:option|argument|predicate|primary|expression)/i;
const SEPARATOR = /\s*(?:&&|;|\|\|)\s*/;

/** True if a search only found no match, which is not a failure. An unknown option is one. */
export function hasOnlyNotFound({ base }: Command, output: string): boolean {
  const plain = withoutQuotes(base);
  if (HANDS_ON.test(plain) || IS_OPTION.test(output)) return false;
  return plain.split(SEPARATOR).every((part) => LOOKS_FOR.test(part) || part === "");
}

/** A command without its quoted arguments. */
const withoutQuotes = (base: string): string => base.replace(/"[^"]*"|'[^']*'/g, '""');

/** Commands that check the code and change nothing that another command uses. */
const CHECKS = pattern(String.raw`
  ^(?:
  \S{0,60}\b(?:tsc|eslint|biome|prettier|ruff|mypy|flake8|pylint|black|rubocop|golangci-lint|clippy|
  shellcheck|vitest|
  jest|mocha|ava|playwright|cypress|pytest|tox|nox|rspec|phpunit|ctest)\b|
  (?:npx|pnpm exec|pnpm dlx|yarn|bunx|uv run|poetry run|bundle exec|python3? -m) (?:tsc|eslint|biome|prettier|
  vitest|jest|
  mocha|playwright|cypress|pytest|ruff|mypy|rspec|rubocop|unittest)\b|
  (?:npm|pnpm|yarn|bun|deno|cargo|go|mix|swift|flutter|dart|dotnet|make|just|task|mvn|\./mvnw|gradle|
  \./gradlew|rake|
  bin/rails|rails|sbt|lein|zig|dune|cabal|stack|bazel|composer|php artisan)
  (?: -\S{1,60}| run| --\S{1,60}){0,6} :?(?:\S{0,60}:)?(?:test|tests|runtest|lint|check|vet|fmt|format|
  typecheck|type-check|
  clippy|analyze|bench|verify)\b|
  (?:python[\d.]*|node|ruby|php) (?:\S*/)?(?:run_?tests?|tests?_\w+|\w+_tests?)\.\w+|
  python[\d.]* (?:\S*/)?manage\.py test\b
  )`);

/** True for a command that tests, checks types or lints. */
export const isCheck = ({ base }: Command): boolean => CHECKS.test(base);

import type { Item } from "../items/item.ts";
import { listOf } from "./amendment.ts";
import { wholeWords } from "./cues.ts";
import { memoized } from "./remember.ts";

/** Places in which a rule can apply, with the words for each in scripts with spaces and in others. */
const PLACE_ROWS = `production @ prod|production|produktion|produktiv|producción|produção|produzione|прод\\p{L}{0,6}|боев\\p{L}+ @ 生产环境|线上|本番|운영|프로덕션
staging @ staging|stage|pre-?prod|preview|стейдж\\p{L}*|стейджинг\\p{L}* @ 预发|测试环境|ステージング|検証環境|스테이징
local @ local|locally|localhost|lokal\\p{L}*|localmente|dev|development|entwicklung|desarrollo|développement|desenvolvimento|sviluppo|локальн\\p{L}+ @ 本地|开发环境|ローカル|開発環境|로컬|개발 환경
test @ tests?|testing|specs?|e2e|pruebas|testes|тест\\p{L}* @ 单元测试|测试中|テスト|테스트
ci @ ci|pipelines?|github actions|gitlab-ci @ (?!)`;
const PLACES = PLACE_ROWS.split("\n").map((row) => {
  const [place = "", spaced = "", unspaced = ""] = row.split(" @ ");
  return { place, pattern: new RegExp(`${wholeWords([spaced]).source}|${unspaced}`, "iu") };
});

const PATH =
  /(?<![\w.@-])(?:[\w.@-]+\/)+[\w.*-]*|\b[\w-]{1,100}\.(?:ts|tsx|js|jsx|py|go|rs|rb|java|kt|swift|md|ya?ml|json|toml|sql|css|html|sh)\b/gu;

/** Whether two units apply in different places, so that both can be kept. */
export function scopesDiffer(a: Item, b: Item): boolean {
  const [left, right] = [placesIn(a.text), placesIn(b.text)];
  const isElsewhere = left.size + right.size > 0 && ![...left].some((place) => right.has(place));
  const [ours, theirs] = [pathsIn(a.text), pathsIn(b.text)];
  const isAside = ours.length + theirs.length > 0 && !doMeet(ours, theirs);
  return isElsewhere || isAside || areNamedApart(a, b);
}

/** Whether the units explicitly name different scopes. A unit without a scope applies everywhere. */
function areNamedApart(a: Item, b: Item): boolean {
  if (typeof a.scope === "string" && typeof b.scope === "string" && a.scope !== b.scope) return true;
  const [ours, theirs] = [listOf(a.related_paths), listOf(b.related_paths)];
  return ours.length > 0 && theirs.length > 0 && !doMeet(ours, theirs);
}

/** Whether a path of one unit is equal to or inside a path of the other. */
const doMeet = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((one) => b.some((other) => one.startsWith(other) || other.startsWith(one)));

export const placesIn = memoized(
  (text: string): ReadonlySet<string> =>
    new Set(PLACES.flatMap(({ place, pattern }) => (pattern.test(text) ? [place] : []))),
);

const pathsIn = memoized((text: string): readonly string[] => text.match(PATH) ?? []);

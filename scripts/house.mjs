/**
 * The table of `npm run check`: compares counts in the sources with their limits. Exits with 1 if one exceeds
 * its limit.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { ROOT } from "./lib.mjs";

/**
 * The measures. `aim` is the goal, `limit` the maximum until then: when a count falls, its limit is lowered
 * too.
 */
const MEASURES = [
  { name: "casts (`as`)", aim: 60, limit: 59, count: (all) => all.flatMap(({ casts }) => casts) },
  {
    name: "`as unknown as`",
    aim: 8,
    limit: 7,
    count: (all) => all.flatMap(({ doubleCasts }) => doubleCasts),
  },
  { name: "files in the largest folder", aim: 25, limit: 25, count: largestFolder },
  { name: "type names defined more than twice", aim: 0, limit: 0, count: repeatedTypes },
  { name: "exported bare participles, prepositions", aim: 0, limit: 0, count: bareNames },
  {
    name: "command lines in core and app",
    aim: 0,
    limit: 0,
    count: (all) => all.flatMap(({ commands }) => commands),
  },
  { name: "lines of src", aim: 50_000, limit: 97_110, count: (all) => all.flatMap(({ lines }) => lines) },
];

const BARE_NAMES =
  /^(?:told|given|said|found|seen|heard|held|known|named|asked|taken|left|turned|broughtUp|takenIn|takenUp|spared|around|beside|here|there|near|about|within|lying|doomed|wanted|placed|meant|shown|kept|gone|over|archived|restored|changed|reordered|patched|synced|completed|refreshed|filled|noted|quoted|linked|gathered|written|changing|archiving|touched|accepted|expected|folded|limited|explained|listed|titled|under|besides|because|misplaced|trimmed|captured|called|sought|leaving|bringing|confirming|scrubbed|validated|initialised|exported|imported|transitioned|judged|uninstalled|reviewed|distilled|snoozed|migrated|verified|merged|published|salvaged|ranked|indexed|advertised|replaced|listening|planning|cutting)$/i;
const COMMAND_LINE = /(?:^|[\s`"'(])tidemark (?:[a-z]+|\$\{[^}]*\})(?=[\s`"'.)]|$)/;

const sources = filesIn("src").map((path) => looked(path));
const rows = MEASURES.map(({ name, aim, limit, count }) => {
  const places = count(sources);
  return { name, aim, limit, places };
});
const width = Math.max(...rows.map(({ name }) => name.length));
console.log(`${"".padEnd(width)}   now  limit    aim`);
for (const { name, aim, limit, places } of rows)
  console.log(
    `${name.padEnd(width)} ${[places.length, limit, aim].map((n) => String(n).padStart(6)).join(" ")}`,
  );
const above = rows.filter(({ limit, places }) => places.length > limit);
for (const { name, places } of above)
  console.log(
    `\nAbove the limit: ${name}\n${places
      .slice(-10)
      .map((place) => `  ${place}`)
      .join("\n")}`,
  );
process.exitCode = above.length === 0 ? 0 : 1;

function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesIn(path);
      return /\.tsx?$/.test(path) ? [path] : [];
    })
    .sort();
}

function looked(path) {
  const text = readFileSync(join(ROOT, path), "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const found = { path, casts: [], doubleCasts: [], types: [], exported: [], commands: [] };
  const at = (node) => `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const isInner = /^src\/(?:core|app)\//.test(path);
  const visit = (node) => {
    if (ts.isAsExpression(node) && node.type.getText() !== "const") {
      if (ts.isAsExpression(node.expression)) found.doubleCasts.push(at(node));
      else if (!ts.isAsExpression(node.parent)) found.casts.push(at(node));
    }
    if (isInner && ts.isStringLiteralLike(node) && COMMAND_LINE.test(node.text))
      found.commands.push(at(node));
    if (isInner && ts.isTemplateExpression(node) && COMMAND_LINE.test(node.getText()))
      found.commands.push(at(node));
    node.forEachChild(visit);
  };
  visit(source);
  for (const node of source.statements) {
    if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) found.types.push(node.name.text);
    if (!ts.canHaveModifiers(node)) continue;
    if (!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    const names = ts.isVariableStatement(node)
      ? node.declarationList.declarations.map(({ name }) => name)
      : [node.name];
    for (const name of names) if (name && ts.isIdentifier(name)) found.exported.push(name.text);
  }
  return { ...found, lines: text.split("\n").slice(1) };
}

function largestFolder(all) {
  const folders = new Map();
  for (const { path } of all) folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), path]);
  return [...folders.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}

function repeatedTypes(all) {
  const counts = new Map();
  for (const name of all.flatMap(({ types }) => types)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 2).map(([name, count]) => `${name}: ${count} definitions`);
}

function bareNames(all) {
  return all.flatMap(({ path, exported }) =>
    exported.filter((name) => BARE_NAMES.test(name)).map((name) => `${path} ${name}`),
  );
}

import ts from "typescript";
import { visit } from "../sources.ts";

/** A place and its problem, as one line that a terminal can link to. */
export type Complaint = string;

const FUNCTION_LINES_MAX = 70;
const FILE_LINES_MAX = 400;
const PARAMETERS_MAX = 3;

/** Sources of time and randomness, which would make two runs over one tape differ. */
const AMBIENT = ["Date.now", "Math.random", "performance.now", "crypto.randomUUID"];

type Say = (node: ts.Node, problem: string) => void;
type Rule = (node: ts.Node, say: Say, path: string) => void;

/** All problems of one source file. `never` are the words that docs/VOCABULARY.md rules out. */
export function complaintsAbout(source: ts.SourceFile, never: readonly string[]): Complaint[] {
  const path = source.fileName;
  const complaints: Complaint[] = [];
  const say: Say = (node, problem) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    complaints.push(`${path}:${line + 1} ${problem}`);
  };
  const rules = rulesFor(path, never);
  visit(source, (node) => {
    for (const rule of rules) rule(node, say, path);
  });
  const lines = source.getLineStarts().length;
  if (lines > FILE_LINES_MAX) complaints.push(`${path} has ${lines} lines; split it below ${FILE_LINES_MAX}`);
  return complaints;
}

/** The rules for a file. Shipped code has more rules than tests and scripts. */
function rulesFor(path: string, never: readonly string[]): Rule[] {
  const everywhere = [longFunction, sayingAny, bannedForm, vocabulary(never)];
  if (!path.startsWith("src/")) return everywhere;
  const shipped = [...everywhere, manyParameters, looseExport];
  return path.startsWith("src/core/") ? [...shipped, ambientMemory] : shipped;
}

/** A callback of `describe` may be long, because it only groups tests. */
function longFunction(node: ts.Node, say: Say): void {
  if (!ts.isFunctionLike(node) || isChapter(node)) return;
  const source = node.getSourceFile();
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const lines = lineOf(node.getEnd()) - lineOf(node.getStart()) + 1;
  if (lines > FUNCTION_LINES_MAX)
    say(node, `is a function of ${lines} lines; ${FUNCTION_LINES_MAX} are enough`);
}

function isChapter(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && node.parent.expression.getText().startsWith("describe");
}

function sayingAny(node: ts.Node, say: Say): void {
  if (node.kind === ts.SyntaxKind.AnyKeyword) say(node, "says any; say what it is, or unknown");
}

function bannedForm(node: ts.Node, say: Say): void {
  if (ts.isEnumDeclaration(node)) say(node, "is an enum; use a union of strings");
  if (ts.isClassLike(node) && !extendsError(node))
    say(node, "is a class that is not an error; use a function");
}

function extendsError(node: ts.ClassLikeDeclaration): boolean {
  return node.heritageClauses?.some((clause) => /^extends \w*Error\b/.test(clause.getText())) ?? false;
}

function manyParameters(node: ts.Node, say: Say): void {
  if (!ts.isFunctionLike(node) || !("parameters" in node)) return;
  const count = node.parameters.filter((each) => each.name.getText() !== "this").length;
  if (count > PARAMETERS_MAX) say(node, `takes ${count} parameters; after ${PARAMETERS_MAX} pass an object`);
}

function looseExport(node: ts.Node, say: Say): void {
  const isDefault = ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(isDefaultKeyword);
  if (ts.isExportAssignment(node) || isDefault) say(node, "is a default export; give it a name");
  if (ts.isExportDeclaration(node) && !node.exportClause) say(node, "exports *; list the names");
}

function isDefaultKeyword(modifier: ts.Modifier): boolean {
  return modifier.kind === ts.SyntaxKind.DefaultKeyword;
}

function ambientMemory(node: ts.Node, say: Say): void {
  const text = ts.isPropertyAccessExpression(node) ? node.getText() : "";
  const isBareDate =
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    node.expression.getText() === "Date" &&
    (node.arguments?.length ?? 0) === 0;
  if (isBareDate || AMBIENT.includes(text)) say(node, `takes ${node.getText()} from the air: pass it in`);
}

function vocabulary(never: readonly string[]): Rule {
  return (node, say) => {
    if (!ts.isIdentifier(node)) return;
    for (const word of never) {
      if (spaced(node.text).includes(spaced(word))) say(node, `says ${word}: see docs/VOCABULARY.md`);
    }
  };
}

/** "tapePosition" becomes " tape position ", so that a short word is not found inside a longer one. */
export function spaced(name: string): string {
  const apart = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[^A-Za-z0-9]+/g, " ");
  return ` ${apart.trim().toLowerCase()} `;
}

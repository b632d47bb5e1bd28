import ts from "typescript";

/** A small change of the source that a test should notice. */
export type Mutant = {
  readonly id: number;
  readonly path: string;
  readonly line: number;
  readonly operator: string;
  /** Start of the replaced source range. The range is empty if a function is made to return at once. */
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
};

type Change = Pick<Mutant, "operator" | "start" | "end" | "replacement">;

const OTHER_OPERATORS: { readonly [operator: string]: readonly string[] } = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "+=": ["-="],
  "-=": ["+="],
};

const OTHER_METHODS: { readonly [method: string]: string } = {
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  toLowerCase: "toUpperCase",
  toUpperCase: "toLowerCase",
  min: "max",
  max: "min",
};

/** Methods whose call is replaced by its receiver. */
const LEFT_OUT = ["filter", "slice", "trim", "trimEnd", "trimStart", "sort", "toSorted", "reverse"];

/**
 * All mutants of a file, in source order. Strings, patterns, word lists and module-level code are not
 * mutated.
 */
export function mutantsIn(path: string, text: string): Omit<Mutant, "id">[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const found: Omit<Mutant, "id">[] = [];
  const look = (node: ts.Node, isInside: boolean): void => {
    if (isInside)
      for (const change of changesOf(node, file)) {
        const { line } = file.getLineAndCharacterOfPosition(change.start);
        const original = text.slice(change.start, change.end);
        found.push({ path, line: line + 1, original, ...change });
      }
    node.forEachChild((child) => look(child, isInside || ts.isFunctionLike(node)));
  };
  look(file, false);
  return found;
}

function changesOf(node: ts.Node, file: ts.SourceFile): Change[] {
  const [start, end] = [node.getStart(file), node.getEnd()];
  const replaced = (operator: string, replacement: string): Change => ({ operator, start, end, replacement });
  if (ts.isBinaryExpression(node)) return operatorChanges(node, file).map((to) => replaced("operator", to));
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [replaced("negation", node.operand.getText(file))];
  if (isBoolean(node) && !ts.isLiteralTypeNode(node.parent))
    return [replaced("boolean", String(node.kind !== ts.SyntaxKind.TrueKeyword))];
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && isValue(node))
    return [replaced("array", "[]")];
  if (ts.isCallExpression(node)) return callChanges(node, file).map((to) => replaced("method", to));
  if (ts.isBlock(node) && isFunctionBody(node) && node.statements.length > 0)
    return [{ operator: "body", start: start + 1, end: start + 1, replacement: "return;" }];
  return conditionsIn(node).flatMap((condition) =>
    (ts.isWhileStatement(node) || ts.isForStatement(node) ? ["false"] : ["true", "false"]).map((to) => ({
      ...{ operator: "condition", replacement: to },
      ...{ start: condition.getStart(file), end: condition.getEnd() },
    })),
  );
}

function operatorChanges({ left, operatorToken, right }: ts.BinaryExpression, file: ts.SourceFile): string[] {
  const operator = operatorToken.getText(file);
  const isText = [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
  if (isText && ["+", "+="].includes(operator)) return [];
  const [before, after] = [left.getText(file), right.getText(file)];
  return (OTHER_OPERATORS[operator] ?? []).map((other) => {
    const isMixed = ["&&", "||"].includes(other);
    return isMixed ? `(${before}) ${other} (${after})` : `${before} ${other} ${after}`;
  });
}

function callChanges(node: ts.CallExpression, file: ts.SourceFile): string[] {
  const { expression } = node;
  // Parentheses around a part of an optional chain would change its meaning.
  if (!ts.isPropertyAccessExpression(expression) || node.flags & ts.NodeFlags.OptionalChain) return [];
  const method = expression.name.text;
  const receiver = expression.expression.getText(file);
  const other = OTHER_METHODS[method];
  if (other !== undefined) {
    const rest = file.text.slice(expression.name.getEnd(), node.getEnd());
    return [`${receiver}.${other}${rest}`];
  }
  return LEFT_OUT.includes(method) ? [receiver] : [];
}

const isBoolean = (node: ts.Node): boolean =>
  node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;

const isFunctionBody = ({ parent }: ts.Block): boolean =>
  ts.isFunctionLike(parent) && !ts.isConstructorDeclaration(parent);

/** False for destructuring patterns, which are assignment targets. */
const isValue = ({ parent }: ts.Node): boolean =>
  !(ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) &&
  !ts.isForOfStatement(parent);

function conditionsIn(node: ts.Node): readonly ts.Expression[] {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return [node.expression];
  if (ts.isConditionalExpression(node)) return [node.condition];
  return ts.isForStatement(node) && node.condition ? [node.condition] : [];
}

/** The source with all mutants built in; `__mutant` decides at run time which one is active. */
export function instrumented(text: string, mutants: readonly Mutant[]): string {
  const inOrder = [...mutants].sort((a, b) => a.start - b.start || b.end - a.end || a.id - b.id);
  return written(text, { from: 0, to: text.length, mutants: inOrder });
}

type Part = { readonly from: number; readonly to: number; readonly mutants: readonly Mutant[] };

function written(text: string, { from, to, mutants }: Part): string {
  const [first] = mutants;
  if (first === undefined) return text.slice(from, to);
  const { start, end } = first;
  const here = mutants.filter((mutant) => mutant.start === start && mutant.end === end);
  const inside = mutants.filter((mutant) => !here.includes(mutant) && mutant.start < end);
  const after = mutants.filter((mutant) => !here.includes(mutant) && !inside.includes(mutant));
  const original = written(text, { from: start, to: end, mutants: inside });
  return [
    text.slice(from, start),
    start === end
      ? here.map(({ id }) => ` if (globalThis.__mutant(${id})) return;`).join("")
      : here.reduce(
          (rest, { id, replacement }) => `(globalThis.__mutant(${id}) ? (${replacement}) : ${rest})`,
          `(${original})`,
        ),
    written(text, { from: end, to, mutants: after }),
  ].join("");
}

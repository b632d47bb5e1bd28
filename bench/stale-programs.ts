/** A variant of a definition: its behaviour and its layout. */
export type Writing = {
  readonly name: string;
  /** The limit in the definition. */
  readonly limit: number;
  /** The condition is inverted. */
  readonly isFlipped: boolean;
  /** The body has an additional statement. */
  readonly hasExtra: boolean;
  readonly hasParameter: boolean;
  readonly comment: string;
  /** Formatted differently: line breaks, indentation, commas and quotes. */
  readonly isTall: boolean;
  readonly isPublic: boolean;
};

/** Code templates of one language: a function, a method of a type, a constant, and unrelated code. */
export type Program = {
  readonly language: string;
  readonly ending: string;
  readonly definition: (writing: Writing) => string;
  readonly method: (writing: Writing, type: string) => string;
  readonly value: (writing: Writing) => string;
  readonly other: (name: string, number: number) => string;
  /** The name of a method as people write it. */
  readonly methodName: (type: string, name: string) => string;
};

export const PLAIN: Omit<Writing, "name"> = {
  limit: 10,
  isFlipped: false,
  hasExtra: false,
  hasParameter: false,
  comment: "",
  isTall: false,
  isPublic: true,
};

const line = (sign: string, comment: string, indent: string): string =>
  comment === "" ? "" : `${indent}${sign} ${comment}\n`;
const dotted = (type: string, name: string): string => `${type}.${name}`;

const typescript = (isSecond: boolean): Program => ({
  language: "TypeScript",
  ending: "ts",
  methodName: dotted,
  definition: (w) => {
    const head = w.isPublic ? "export " : "";
    const more = w.hasParameter ? ", strict = false" : "";
    const extra = w.hasExtra ? "  if (input === '') return 0;\n" : "";
    const sign = w.isFlipped ? "<" : ">";
    if (isSecond) {
      const quote = w.isTall ? '"' : "'";
      const params = w.isTall ? `\n  items: readonly string[]${more},\n` : `items: readonly string[]${more}`;
      const body = w.isTall
        ? `  return items\n    .filter((each) => each.length ${sign} ${w.limit})\n    .join(${quote}, ${quote})`
        : `  return items.filter(each => each.length ${sign} ${w.limit}).join(${quote}, ${quote});`;
      const added = w.hasExtra ? "  items = [...items].sort();\n" : "";
      return `${head}const ${w.name} = (${params}): string => {\n${line("//", w.comment, "  ")}${added}${body}\n};\n`;
    }
    const test = w.isTall
      ? `  if (\n    value ${sign} ${w.limit}\n  ) {\n    return ${w.limit};\n  }\n`
      : `  if (value ${sign} ${w.limit}) { return ${w.limit}; }\n`;
    return `${head}function ${w.name}(input: string${more}): number {\n${line("//", w.comment, "  ")}${extra}  const value = Number(input.replace(/"/g, ""));\n${test}  return value;\n}\n`;
  },
  method: (w, type) =>
    `export class ${type} {\n  count = 0;\n\n${line("//", w.comment, "  ")}  ${w.name}(by: number): Map<string, number> {\n    this.count ${w.isFlipped ? "-" : "+"}= by * ${w.limit};\n    return new Map([["count", this.count]]);\n  }\n\n  reset() {\n    this.count = 0;\n  }\n}\n`,
  value: (w) => `${w.isPublic ? "export " : ""}const ${w.name} = ${w.limit};\n`,
  other: (name, number) => `export function ${name}(): number {\n  return ${number};\n}\n`,
});

const python = (isSecond: boolean): Program => ({
  language: "Python",
  ending: "py",
  methodName: dotted,
  definition: (w) => {
    const more = w.hasParameter ? ", strict=False" : "";
    const sign = w.isFlipped ? "<" : ">";
    const doc = w.comment === "" ? "" : `    """${w.comment}"""\n`;
    if (isSecond) {
      const quote = w.isTall ? '"' : "'";
      const added = w.hasExtra ? "    items = sorted(items)\n" : "";
      const body = w.isTall
        ? `    kept = [\n        each\n        for each in items\n        if len(each) ${sign} ${w.limit}\n    ]\n`
        : `    kept = [each for each in items if len(each) ${sign} ${w.limit}]\n`;
      return `def ${w.name}(items${more}):\n${doc}${added}${body}    return ${quote}, ${quote}.join(kept)\n`;
    }
    const step = w.isTall ? "        " : "    ";
    const extra = w.hasExtra ? `${step}text = text.strip()\n` : "";
    const note = line("#", w.comment, step);
    return `def ${w.name}(text${more}):\n${note}${extra}${step}value = int(text)\n${step}if value ${sign} ${w.limit}:\n${step}${step}return ${w.limit}\n${step}return value\n`;
  },
  method: (w, type) =>
    `class ${type}:\n    def __init__(self):\n        self.count = 0\n\n    def ${w.name}(self, by):\n${line("#", w.comment, "        ")}        self.count ${w.isFlipped ? "-" : "+"}= by * ${w.limit}\n        return {"count": self.count}\n\n    def reset(self):\n        self.count = 0\n`,
  value: (w) => `${w.name} = ${w.limit}\n`,
  other: (name, number) => `def ${name}():\n    return ${number}\n`,
});

const go = (isSecond: boolean): Program => ({
  language: "Go",
  ending: "go",
  methodName: dotted,
  definition: (w) => {
    const more = w.hasParameter ? ", strict bool" : "";
    const sign = w.isFlipped ? "<" : ">";
    if (isSecond) {
      const params = w.isTall ? `\n\titems []string${more},\n` : `items []string${more}`;
      const added = w.hasExtra ? "\tsort.Strings(items)\n" : "";
      return `func ${w.name}(${params}) []string {\n${line("//", w.comment, "\t")}${added}\tvar kept []string\n\tfor _, each := range items {\n\t\tif len(each) ${sign} ${w.limit} {\n\t\t\tkept = append(kept, each)\n\t\t}\n\t}\n\treturn kept\n}\n`;
    }
    const step = w.isTall ? "    " : "\t";
    const extra = w.hasExtra ? `${step}value++\n` : "";
    return `func ${w.name}(value int${more}) (int, error) {\n${line("//", w.comment, step)}${extra}${step}if value ${sign} ${w.limit} {\n${step}${step}return ${w.limit}, nil\n${step}}\n${step}return value, nil\n}\n`;
  },
  method: (w, type) =>
    `type ${type} struct {\n\tcount int\n}\n\n${line("//", w.comment, "")}func (c *${type}) ${w.name}(by int) int {\n\tc.count ${w.isFlipped ? "-" : "+"}= by * ${w.limit}\n\treturn c.count\n}\n\nfunc (c *${type}) Reset() {\n\tc.count = 0\n}\n`,
  value: (w) =>
    isSecond ? `const (\n\tFirst = 1\n\t${w.name} = ${w.limit}\n)\n` : `const ${w.name} = ${w.limit}\n`,
  other: (name, number) => `func ${name}() int {\n\treturn ${number}\n}\n`,
});

const rust = (isSecond: boolean): Program => ({
  language: "Rust",
  ending: "rs",
  methodName: (type, name) => `${type}::${name}`,
  definition: (w) => {
    const head = w.isPublic ? "pub " : "";
    const more = w.hasParameter ? ", strict: bool" : "";
    const sign = w.isFlipped ? "<" : ">";
    if (isSecond) {
      const body = w.isTall
        ? `    items\n        .iter()\n        .filter(|each| each.len() ${sign} ${w.limit})\n        .cloned()\n        .collect()\n`
        : `    items.iter().filter(|each| each.len() ${sign} ${w.limit}).cloned().collect()\n`;
      const added = w.hasExtra ? "    items.sort();\n" : "";
      return `${head}fn ${w.name}<'a>(items: &'a mut Vec<String>${more}) -> Vec<String> {\n${line("//", w.comment, "    ")}${added}${body}}\n`;
    }
    const params = w.isTall ? `\n    text: &str${more},\n` : `text: &str${more}`;
    const extra = w.hasExtra ? "    let text = text.trim();\n" : "";
    return `${head}fn ${w.name}(${params}) -> u32 {\n${line("//", w.comment, "    ")}${extra}    let value: u32 = text.matches('x').count() as u32;\n    if value ${sign} ${w.limit} { ${w.limit} } else { value }\n}\n`;
  },
  method: (w, type) =>
    `pub struct ${type} {\n    count: i64,\n}\n\nimpl ${type} {\n${line("//", w.comment, "    ")}    pub fn ${w.name}(&mut self, by: i64) -> i64 {\n        self.count ${w.isFlipped ? "-" : "+"}= by * ${w.limit};\n        self.count\n    }\n\n    pub fn reset(&mut self) {\n        self.count = 0;\n    }\n}\n`,
  value: (w) => `${w.isPublic ? "pub " : ""}const ${w.name}: usize = ${w.limit};\n`,
  other: (name, number) => `pub fn ${name}() -> u32 {\n    ${number}\n}\n`,
});

const java = (isSecond: boolean): Program => ({
  language: "Java",
  ending: "java",
  methodName: dotted,
  definition: (w) => {
    const head = w.isPublic ? "public " : "";
    const more = w.hasParameter ? ", boolean strict" : "";
    const sign = w.isFlipped ? "<" : ">";
    if (isSecond) {
      const added = w.hasExtra ? "        items = List.copyOf(items);\n" : "";
      const body = w.isTall
        ? `        return items.stream()\n            .filter(each -> each.length() ${sign} ${w.limit})\n            .toList();\n`
        : `        return items.stream().filter(each -> each.length() ${sign} ${w.limit}).toList();\n`;
      return `class Lists {\n    ${head}static List<String> ${w.name}(List<String> items${more}) {\n${line("//", w.comment, "        ")}${added}${body}    }\n}\n`;
    }
    const brace = w.isTall ? "\n    {\n" : " {\n";
    const extra = w.hasExtra ? "        text = text.trim();\n" : "";
    return `class Numbers {\n    ${head}int ${w.name}(String text${more}) throws IOException, ParseException${brace}${line("//", w.comment, "        ")}${extra}        int value = Integer.parseInt(text);\n        if (value ${sign} ${w.limit}) {\n            return ${w.limit};\n        }\n        return value;\n    }\n}\n`;
  },
  method: (w, type) =>
    `class ${type} {\n    private int count = 0;\n\n${line("//", w.comment, "    ")}    public Map<String, Integer> ${w.name}(int by) {\n        count ${w.isFlipped ? "-" : "+"}= by * ${w.limit};\n        return Map.of("count", count);\n    }\n\n    public void reset() {\n        count = 0;\n    }\n}\n`,
  value: (w) =>
    `class Limits {\n    ${w.isPublic ? "public " : ""}static final int ${w.name} = ${w.limit};\n}\n`,
  other: (name, number) => `class More {\n    int ${name}() {\n        return ${number};\n    }\n}\n`,
});

/** Programs of the part for tuning rules, and of the part that is only measured. */
export const PROGRAMS: { readonly [part in "dev" | "test"]: readonly Program[] } = {
  dev: [typescript, python, go, rust, java].map((write) => write(false)),
  test: [typescript, python, go, rust, java].map((write) => write(true)),
};

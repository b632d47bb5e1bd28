/**
 * Writes the command as CommonJS files whose modules are evaluated at their first use. A file is read when
 * its first module is used, so that a command loads only the code it needs.
 */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { inAscii } from "./ascii.mjs";

/**
 * Reads every module that the entries reach, as code that loads others by id, and collects the names used of
 * each package. `standIns` names files that replace a module or a package.
 */
export async function readModules(esbuild, { root, entries, standIns }) {
  const modules = new Map();
  const packages = new Map();
  const waiting = entries.map((entry) => join(root, entry));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules.has(path)) continue;
    if (path.endsWith(".json")) {
      modules.set(path, { id: idOf(root, path), code: await asFunction(esbuild, jsonBody(path)) });
      continue;
    }
    const { code } = await esbuild.transform(readFileSync(path, "utf8"), TO_COMMONJS);
    const body = withLazyImports(bodyOf(code, path), (name, variable) => {
      const target = name.startsWith(".") ? join(dirname(path), name) : name;
      const file = standIns[relative(root, target)] ?? standIns[name];
      if (file) return requireOf(`./${file}`);
      if (name.startsWith("node:")) return requireOf(name);
      if (name.startsWith(".")) {
        waiting.push(target);
        return `__load("#${idOf(root, target)}")`;
      }
      addUses(packages, name, namesUsed(code, { variable, path }));
      return requireOf(`./${packageFile(name)}`);
    });
    modules.set(path, { id: idOf(root, path), code: await asFunction(esbuild, body) });
  }
  return { modules: [...modules.values()], packages };
}

const TO_COMMONJS = {
  loader: "ts",
  format: "cjs",
  platform: "node",
  target: "node20",
  supported: { "dynamic-import": false },
  define: { "import.meta.url": "__filename" },
};

const requireOf = (name) => `require(${JSON.stringify(name)})`;
const idOf = (root, path) => relative(root, path).replace(/^src\/|\.ts$/g, "");
export const packageFile = (name) => `${name.replace("@", "").replaceAll("/", "-")}.cjs`;

/** A JSON file as a module. Parsing a string is faster than compiling an object literal of that size. */
function jsonBody(path) {
  const text = JSON.stringify(JSON.parse(readFileSync(path, "utf8")));
  return `exports.default = JSON.parse(${JSON.stringify(text)});`;
}

/** The module's own exports and code, without the helpers that esbuild prepends. */
function bodyOf(code, path) {
  const start = code.indexOf("var stdin_exports = {};");
  if (start < 0) throw new Error(`${path} exports nothing.`);
  const end = code.lastIndexOf("// Annotate the CommonJS export names");
  return code
    .slice(start, end < 0 ? undefined : end)
    .replace("var stdin_exports = {};\n", "")
    .replace("__export(stdin_exports, ", "__export(exports, ")
    .replace("module.exports = __toCommonJS(stdin_exports);\n", "");
}

const NAMED_IMPORT = /^var (import_\w+) = (?:__toESM\()?require\("([^"]+)"\)\)?;\n/gm;
const OTHER_IMPORT = /(?:\bvar (\w+) = )?(?:__toESM\()?\brequire\("([^"]+)"\)\)?/g;

/**
 * Turns each named import into a variable that is set at its first use. Other imports are evaluated with the
 * module.
 */
function withLazyImports(body, loadOf) {
  const lazy = new Map();
  const declared = body.replace(NAMED_IMPORT, (_, variable, name) => {
    lazy.set(variable, loadOf(name, variable));
    return `var ${variable};\n`;
  });
  const rest = declared.replace(OTHER_IMPORT, (_, variable, name) =>
    variable === undefined ? loadOf(name) : `var ${variable} = ${loadOf(name, variable)}`,
  );
  return rest.replace(/\bimport_\w+(?=\.)/g, (variable) =>
    lazy.has(variable) ? `(${variable} ??= ${lazy.get(variable)})` : variable,
  );
}

function namesUsed(code, { variable, path }) {
  if (variable === undefined) throw new Error(`${path} imports a package without naming what it uses.`);
  return [...code.matchAll(new RegExp(`(?<![\\w$.])${variable}\\.(\\w+)`, "g"))].map(([, name]) => name);
}

function addUses(packages, name, names) {
  packages.set(name, new Set([...(packages.get(name) ?? []), ...names]));
}

/**
 * The files by name. A module is in the file of its folder unless `groupOf` names another. Every module of
 * the `eager` files is used, so brackets make V8 compile it at once instead of pre-parsing it.
 */
export function filesOf(modules, { groupOf, eager }) {
  const fileOf = (id) => groupOf(id) ?? (dirname(id) === "." ? "top" : dirname(id).replaceAll("/", "-"));
  const files = new Map();
  for (const { id, code } of modules) {
    const file = fileOf(id);
    const placed = code.replace(LOAD, (_, load, other) => `${load}("${other}","${fileOf(other)}")`);
    const module = eager.includes(file) ? `(${placed})` : placed;
    files.set(`${file}.cjs`, `${files.get(`${file}.cjs`) ?? ""}exports["${id}"]=${module};\n`);
  }
  return files;
}

/** A call of the loader. The minifier may name the loader `$`, which `\w` does not match. */
const LOAD = /([\w$]+)\("#([^"]+)"\)/g;

/** A module as a minified function; `#` marks the ids of the modules it loads. */
async function asFunction(esbuild, body) {
  const { code } = await esbuild.transform(
    `module.exports = function(exports, __load, __export) {\n${body}\n};`,
    {
      minify: true,
      platform: "node",
      target: "node20",
      legalComments: "none",
    },
  );
  const inside = /^module\.exports=(function\([\s\S]*\});\n$/.exec(code)?.[1];
  if (inside === undefined) throw new Error(`Not a function: ${code.slice(0, 80)}`);
  return inAscii(inside);
}

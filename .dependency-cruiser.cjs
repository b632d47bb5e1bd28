/** The borders between the layers. ARCHITECTURE.md draws them; this file is what holds them. */

/** Files of one layer may reach only the listed part of src/. */
const layer = (name, from, mayImport, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: "^src/", pathNot: mayImport },
});

/** Everything that is not a file of ours. "core" is what dependency-cruiser calls Node's own modules. */
const OUTSIDE = [
  "core",
  "npm",
  "npm-dev",
  "npm-optional",
  "npm-peer",
  "npm-bundled",
  "npm-no-pkg",
  "npm-unknown",
  "unknown",
  "undetermined",
];

/** Files that may use, of all the world outside, these packages and nothing else. */
const onlyPackages = (name, from, packages, comment) => ({
  name,
  comment,
  severity: "error",
  from,
  to: { dependencyTypes: OUTSIDE, pathNot: `node_modules/(${packages.join("|")})/` },
});

/** Where the parts are put together. Nothing else may import them. */
const ROOTS = "^src/[^/]+\\.ts$";

module.exports = {
  forbidden: [
    layer("core-imports-core", "^src/core/", "^src/core/", "core knows no port, no adapter, no surface"),
    {
      name: "core-is-pure",
      comment: "core takes time, ids and I/O as arguments, and leans on no package",
      severity: "error",
      from: { path: "^src/core/", pathNot: "^src/core/(tape|config|recall|active-context)/" },
      to: { dependencyTypes: OUTSIDE },
    },
    onlyPackages(
      "core-parses-with-zod",
      { path: "^src/core/(tape|config)/" },
      ["zod"],
      "what is read from disk is parsed by a schema",
    ),
    onlyPackages(
      "core-recall-stems",
      { path: "^src/core/recall/" },
      ["stemmer"],
      "a pure function over a word",
    ),
    onlyPackages(
      "core-active-context-reads-yaml",
      { path: "^src/core/active-context/" },
      ["yaml"],
      "a pure function over a text; the registry's hand-written remarks survive an edit only in its tree",
    ),

    layer("ports-import-core", "^src/ports/", "^src/(core|ports)/", "ports are types over core's words"),
    {
      name: "ports-are-types",
      comment: "a port has no run-time code",
      severity: "error",
      from: { path: "^src/ports/" },
      to: { dependencyTypesNot: ["type-only"] },
    },

    layer("app-imports-core-and-ports", "^src/app/", "^src/(core|ports|app)/", "app never names an adapter"),
    onlyPackages("app-does-no-io", { path: "^src/app/" }, ["zod"], "I/O goes through a port"),

    layer(
      "adapters-import-core-and-ports",
      "^src/adapters/([^/]+)/",
      "^src/(core|ports)/|^src/adapters/($1|disk)/",
      "an adapter knows no other adapter but the one that opens our files, and no app",
    ),
    layer(
      "surfaces-import-app",
      "^src/surfaces/([^/]+)/",
      "^src/(core|app|ports)/|^src/surfaces/($1|verbs)/",
      "a surface translates; it is handed what it needs of the world",
    ),

    {
      name: "dashboard-takes-types",
      comment:
        "the page is a program of its own: it imports the types of answers, pure functions over text, and what the command line says as well",
      severity: "error",
      from: { path: "^src/dashboard/" },
      to: {
        path: "^src/(?!dashboard/|core/text/|surfaces/verbs/(?:command-line|fate-reasons))",
        dependencyTypesNot: ["type-only"],
      },
    },
    onlyPackages(
      "dashboard-runs-in-a-browser",
      { path: "^src/dashboard/" },
      ["preact", "zod"],
      "what is served is one small framework and our own code; of zod only types",
    ),
    {
      name: "dashboard-is-served",
      comment: "the page is built beside the program and read as files, never imported",
      severity: "error",
      from: { path: "^src/(?!dashboard/)" },
      to: { path: "^src/dashboard/" },
    },

    {
      name: "roots-are-on-top",
      comment:
        "a composition root is started, not imported, except by the launcher that chooses between them",
      severity: "error",
      from: { path: "^src/", pathNot: `${ROOTS}|^src/testing/` },
      to: { path: ROOTS },
    },
    {
      name: "testing-stays-in-tests",
      comment: "fakes and contracts are for tests, ours and our users'",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/testing/" },
      to: { path: "^src/testing/" },
    },
    {
      name: "src-stands-alone",
      comment: "what ships knows nothing of the tests, the benches and the scripts",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(test|bench|scripts)/" },
    },
    {
      name: "core-reads-weights",
      comment: "what is fitted is computed with in core, beside the features that it names",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/core/" },
      to: { path: "^weights/" },
    },
    {
      name: "everything-resolves",
      comment: "an import that leads nowhere would slip past every other rule",
      severity: "error",
      from: { path: "^src/" },
      to: { couldNotResolve: true },
    },
    {
      name: "no-cycles",
      // A ring in which one link is a type is no ring when the program runs: types are erased, and forbidding
      // it would only move a type away from the thing it describes. A ring of run-time imports is refused.
      comment: "load order must not matter",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: "specify",
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};

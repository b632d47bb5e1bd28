/** The interface on which a scenario proves a requirement. */
export type Surface = "core" | "store" | "library" | "cli" | "package" | "bench" | "mcp" | "http";

export type Requirement = {
  readonly sentence: string;
  readonly surfaces: readonly Surface[];
  /** Why nothing proves it yet. A requirement with neither a proof nor a gap fails the tests. */
  readonly gap?: string;
};

const on =
  (...surfaces: Surface[]) =>
  (sentence: string): Requirement => ({ sentence, surfaces });

export const core = on("core");
export const store = on("store");
export const cli = on("cli");
export const library = on("library");
export const shown = on("package");
export const bench = on("bench");
export const mcp = on("mcp");
export const http = on("http");
export const everywhere = on("library", "cli");

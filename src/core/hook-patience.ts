/** Maximum factor: a longer wait would look like a hanging host. */
const PATIENCE_MAX = 20;

/** The factor by which a hook may take longer than usual: for slow machines whose hosts wait longer, and for tests. */
export const patienceOf = (env: { readonly TIDEMARK_HOOK_PATIENCE?: string | undefined }): number =>
  Math.min(PATIENCE_MAX, Math.max(1, Number(env.TIDEMARK_HOOK_PATIENCE) || 1));

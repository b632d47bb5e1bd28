/** A longer wait would look like a host that hangs. */
const PATIENCE_MAX = 20;

/** How many times longer than usual a hook may take: for slow machines whose hosts wait as long, and for tests. */
export const patienceOf = (env: { readonly TIDEMARK_HOOK_PATIENCE?: string | undefined }): number =>
  Math.min(PATIENCE_MAX, Math.max(1, Number(env.TIDEMARK_HOOK_PATIENCE) || 1));

/**
 * A point at which the process kills itself when TIDEMARK_DIE_AT names it, or stays for ever when TIDEMARK_HANG_AT does.
 * It exists so that a test can end or hold a real process at every step that matters; without the variables it does
 * nothing.
 */
export function dieAt(env: { readonly [name: string]: string | undefined }): (point: string) => void {
  const { TIDEMARK_DIE_AT: fatal, TIDEMARK_HANG_AT: endless } = env;
  if (!fatal && !endless) return () => {};
  return (point) => {
    if (point === fatal) process.kill(process.pid, "SIGKILL");
    while (point === endless);
  };
}

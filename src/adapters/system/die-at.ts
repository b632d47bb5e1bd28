/**
 * A named point at which the process kills itself if TIDEMARK_DIE_AT names it, or hangs if TIDEMARK_HANG_AT does. With it, a test can end
 * or stop a real process at every important step. Without the variables it does nothing.
 */
export function dieAt(env: { readonly [name: string]: string | undefined }): (point: string) => void {
  const { TIDEMARK_DIE_AT: fatal, TIDEMARK_HANG_AT: endless } = env;
  if (!fatal && !endless) return () => {};
  return (point) => {
    if (point === fatal) process.kill(process.pid, "SIGKILL");
    while (point === endless);
  };
}

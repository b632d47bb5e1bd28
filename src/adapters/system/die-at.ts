/**
 * A point at which the process kills itself when TIDEMARK_DIE_AT names it. It exists so that a test can
 * end a real process at every step that matters; without the variable it does nothing.
 */
export function dieAt(env: { readonly [name: string]: string | undefined }): (point: string) => void {
  const fatal = env.TIDEMARK_DIE_AT;
  if (!fatal) return () => {};
  return (point) => {
    if (point === fatal) process.kill(process.pid, "SIGKILL");
  };
}

/** Milliseconds of processor time of the work, which other processes do not increase as they increase elapsed time. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

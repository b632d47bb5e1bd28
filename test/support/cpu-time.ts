/** Milliseconds of processor time that the work takes. Other processes do not make it more, as they do with time on a clock. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

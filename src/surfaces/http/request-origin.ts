/** Names of this machine alone. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"] as const;

/** The names under which a server may be called: those of this machine alone, and those that its owner gave. */
export const allowedNames = (given: readonly string[]): readonly string[] => [
  ...LOOPBACK,
  ...given.map((name) => (name.includes(":") && !name.startsWith("[") ? `[${name}]` : name).toLowerCase()),
];

export const isLoopbackName = (name: string): boolean =>
  LOOPBACK.some((one) => allowedNames([name]).at(-1) === one);

/** The host and port of a Host header, as a browser writes them; undefined for anything else. */
function addressIn(header: string | null): URL | undefined {
  if (header === null || !/^[a-z0-9.:[\]-]+$/i.test(header)) return undefined;
  try {
    return new URL(`http://${header}`);
  } catch {
    return undefined;
  }
}

/**
 * True for a Host header that names this server. A page that was led to this address by a name of its own, whose owner
 * points that name at 127.0.0.1, sends that name.
 */
export function isKnownHost(header: string | null, names: readonly string[]): boolean {
  const address = addressIn(header);
  return address !== undefined && names.includes(address.hostname);
}

/**
 * True where no page asks, or one of a name that this server has. Programs send no Origin; a sandboxed page sends
 * "null", which is refused.
 */
export function isKnownOrigin(header: string | null, names: readonly string[]): boolean {
  if (header === null) return true;
  try {
    const { protocol, hostname } = new URL(header);
    return ["http:", "https:"].includes(protocol) && names.includes(hostname);
  } catch {
    return false;
  }
}

/**
 * True for a request that a page of this very server made, by the headers that only the browser sets. A cookie goes to
 * every port of this machine's name and comes from pages of every port, so a request with a cookie must pass this.
 */
export function isFromOwnPage(request: Request): boolean {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  if (origin !== null) return isOwnOrigin(origin, request.headers.get("host"));
  return site === "same-origin" && ["GET", "HEAD"].includes(request.method);
}

function isOwnOrigin(origin: string, host: string | null): boolean {
  try {
    return new URL(origin).host === addressIn(host)?.host;
  } catch {
    return false;
  }
}

/** True where a person follows a link of their own, types an address, or a page of ours loads one of its parts. */
export function isOwnNavigation(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "none" || site === "same-origin";
}

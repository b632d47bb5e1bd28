/** Names that mean this machine only. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"] as const;

/** The names under which a server may be called: those of this machine, and those that its owner configured. */
export const allowedNames = (given: readonly string[]): readonly string[] => [
  ...LOOPBACK,
  ...given.map((name) => (name.includes(":") && !name.startsWith("[") ? `[${name}]` : name).toLowerCase()),
];

export const isLoopbackName = (name: string): boolean =>
  LOOPBACK.some((one) => allowedNames([name]).at(-1) === one);

/** The host and port of a Host header, as browsers write it; undefined for anything else. */
function addressIn(header: string | null): URL | undefined {
  if (header === null || !/^[a-z0-9.:[\]-]+$/i.test(header)) return undefined;
  try {
    return new URL(`http://${header}`);
  } catch {
    return undefined;
  }
}

/** True for a Host header that names this server. A foreign page whose owner points its name at 127.0.0.1 sends that name. */
export function isKnownHost(header: string | null, names: readonly string[]): boolean {
  const address = addressIn(header);
  return address !== undefined && names.includes(address.hostname);
}

/** True if no page asks, or a page with a name of this server. Programs send no Origin. A sandboxed page sends "null", which is refused. */
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
 * True for a request from a page of this server, by the headers that only browsers set. A cookie is sent to every port of this machine's
 * name, and by pages of every port, so a request with a cookie must pass this check.
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

/** True if a person follows their own link or types an address, or if one of our pages loads its parts. */
export function isOwnNavigation(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "none" || site === "same-origin";
}

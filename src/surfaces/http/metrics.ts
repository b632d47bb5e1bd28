/** What was served, for Prometheus: only names of verbs and numbers. */
export type Metrics = {
  readonly count: (served: ServedRequest) => void;
  readonly text: (gauges: { readonly [name: string]: number }) => string;
};

export type ServedRequest = {
  /** A verb's path, or a fixed name, never a text that a client chose. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
};

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2, 10] as const;

type Durations = { readonly buckets: number[]; sum: number; count: number };

export function serverMetrics(): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, Durations>();
  return {
    count: ({ route, method, status, ms }) => {
      const key = labels({ route, method, status: String(status) });
      requests.set(key, (requests.get(key) ?? 0) + 1);
      const taken = durations.get(route) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
      BUCKETS.forEach((bound, i) => {
        if (ms / 1000 <= bound) taken.buckets[i] = (taken.buckets[i] ?? 0) + 1;
      });
      taken.sum += ms / 1000;
      taken.count += 1;
      durations.set(route, taken);
    },
    text: (gauges) =>
      [
        "# TYPE tidemark_http_requests_total counter",
        ...[...requests].map(([key, n]) => `tidemark_http_requests_total${key} ${n}`),
        "# TYPE tidemark_http_request_duration_seconds histogram",
        ...[...durations].flatMap(([route, taken]) => durationLines(route, taken)),
        ...Object.entries(gauges).flatMap(([name, value]) => [
          `# TYPE tidemark_${name} gauge`,
          `tidemark_${name} ${value}`,
        ]),
        "",
      ].join("\n"),
  };
}

function durationLines(route: string, { buckets, sum, count }: Durations): string[] {
  const name = "tidemark_http_request_duration_seconds";
  const bounded = BUCKETS.map(
    (bound, i) => `${name}_bucket${labels({ route, le: String(bound) })} ${buckets[i] ?? 0}`,
  );
  return [
    ...bounded,
    `${name}_bucket${labels({ route, le: "+Inf" })} ${count}`,
    `${name}_sum${labels({ route })} ${sum}`,
    `${name}_count${labels({ route })} ${count}`,
  ];
}

const labels = (pairs: { readonly [name: string]: string }): string =>
  `{${Object.entries(pairs)
    .map(([name, value]) => `${name}="${value}"`)
    .join(",")}}`;

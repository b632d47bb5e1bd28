import type { ViewName } from "./route.ts";

/** One path for each icon, drawn on a 20 × 20 grid. */
const PATHS: { readonly [name in ViewName | "keys" | "theme" | "more" | "person"]: string } = {
  inbox: "M3 11l2.500-6.500h9L17 11v5H3zM3 11h4l1 2.200h4L13 11h4",
  now: "M4 4.500h12M4 8.500h12M4 12.500h7.500M4 16h4.500",
  memory: "M9 15.500a6 6 0 1 1 0-12 6 6 0 0 1 0 12zM13.500 13.500L17 17",
  freshness: "M10 17a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM10 6v4l2.700 2",
  tape: "M3 5.500h14M3 10h14M3 14.500h14M7 3.500v4M12 8v4M6 12.500v4",
  ledger: "M5 3h8l3 3v11H5zM8 8.500h5M8 11.500h5M8 14.500h3",
  health: "M2.500 10.500h3.500l2-5 3.500 9.500 2.200-4.500h3.800",
  keys: "M2.500 5.500h15v9h-15zM5.500 8.500h.1M8.500 8.500h.1M11.500 8.500h.1M14.500 8.500h.1M6.500 11.700h7",
  theme: "M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14",
  person:
    "M10 10a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400zM4 16.800c.6-3 3-4.300 6-4.300s5.400 1.300 6 4.300",
  more: "M4.500 10h.1M10 10h.1M15.500 10h.1",
};

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M4 11c4 0 4-3.500 8-3.500s4 3.500 8 3.500 4-3.500 8-3.500" />
      <path d="M4 18c4 0 4-3.500 8-3.500s4 3.500 8 3.500 4-3.500 8-3.500" opacity=".65" />
      <path d="M4 25c4 0 4-3.500 8-3.500s4 3.500 8 3.500 4-3.500 8-3.500" opacity=".35" />
    </svg>
  );
}

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = "tidemark.theme";

export function keptTheme(): Theme {
  const kept = localStorage.getItem(KEPT);
  return THEMES.find((theme) => theme === kept) ?? "system";
}

/** The style sheet defines every colour for both themes; this chooses one. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(KEPT, theme);
}

export const nextTheme = (theme: Theme): Theme =>
  THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";

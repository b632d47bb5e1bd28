import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const PLACES = [
  process.env.CHROMIUM ?? "",
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"],
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where this machine has Chromium; undefined where it has none. */
export const chromiumPath = (): string | undefined => PLACES.find((path) => path !== "" && existsSync(path));

export const NO_CHROMIUM =
  "No Chromium here, so the dashboard was not tried in a browser. Install one (apt-get install chromium, or any Chrome) or name it: CHROMIUM=/path/to/chrome";

/** Ends a wait for something that never comes. A busy machine may take as long as it needs. */
const PATIENCE_MS = 600_000;

const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  // A name of somebody else that leads to this machine, as in an attack by rebinding.
  "--host-resolver-rules=MAP evil.example 127.0.0.1",
  ...["--disable-background-networking", "--disable-component-update", "--hide-scrollbars"],
];

export type Browser = {
  readonly open: (address: string, options?: PageOptions) => Promise<Page>;
  readonly close: () => Promise<void>;
};

export type PageOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  /** What the page takes for the present. */
  readonly now?: number;
  readonly scale?: number;
};

/** One browser for a file of tests, with a profile of its own that is deleted with it. */
export async function openBrowser(): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "tidemark-browser-"));
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: [...FLAGS, `--crash-dumps-dir=${profile}`],
  });
  const contexts = new Set<BrowserContext>();
  return {
    open: async (address, { width = 1440, height = 900, theme = "light", now, scale = 1 } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        deviceScaleFactor: scale,
        locale: "en-GB",
        timezoneId: "UTC",
        reducedMotion: "reduce",
      });
      contexts.add(context);
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      if (now !== undefined) await page.clock.setFixedTime(now);
      await page.goto(address);
      return page;
    },
    close: async () => {
      for (const context of contexts) await context.close();
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

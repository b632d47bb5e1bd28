import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const PLACES = [
  process.env.CHROMIUM ?? "",
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"],
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of Chromium on this machine; undefined if there is none. */
export const chromiumPath = (): string | undefined => PLACES.find((path) => path !== "" && existsSync(path));

export const NO_CHROMIUM =
  "No Chromium here, so the dashboard was not tried in a browser. Install one (apt-get install chromium, or any Chrome) or name it: CHROMIUM=/path/to/chrome";

/** Timeout of a wait, long enough for a busy machine. */
const PATIENCE_MS = 600_000;

const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  // A foreign name that resolves to this machine, as in a DNS rebinding attack.
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
  /** The current time as the page sees it. */
  readonly now?: number;
  readonly scale?: number;
};

/** Opens one browser for a test file, with a new profile that is deleted afterwards. */
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

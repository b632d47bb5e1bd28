import { spawn } from "node:child_process";

/** The program that opens an address in the user's browser, and its arguments before the address. */
const OPENERS: { readonly [platform: string]: readonly string[] } = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

export const openerFor = (platform: string): readonly string[] => OPENERS[platform] ?? ["xdg-open"];

/** An opener that starts a browser itself may run as long as the browser. */
const WAIT_MS = 2000;

/** Opens an address of ours in the user's browser, without a shell. False if that failed, for example without a screen. */
export function openInBrowser(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: "ignore", detached: true });
    const timer = setTimeout(() => {
      child.unref();
      done(true);
    }, WAIT_MS);
    const end = (isOpen: boolean): void => {
      clearTimeout(timer);
      done(isOpen);
    };
    child.once("error", () => end(false));
    child.once("close", (code) => end(code === 0));
  });
}

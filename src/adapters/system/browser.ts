import { spawn } from "node:child_process";

/** The program that opens an address in the user's browser, and what it is given before the address. */
const OPENERS: { readonly [platform: string]: readonly string[] } = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

export const openerFor = (platform: string): readonly string[] => OPENERS[platform] ?? ["xdg-open"];

/** Opens an address of ours in the user's browser, without a shell. False when no program for that can be started. */
export function openInBrowser(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: "ignore", detached: true });
    child.once("error", () => done(false));
    child.once("spawn", () => {
      child.unref();
      done(true);
    });
  });
}

import { bundle } from "./app/bundle.ts";
import { openWorld } from "./open-world.ts";

/**
 * What a session that starts is told. It opens the database, so a hook loads it only for the one event
 * that wants it, after the event itself is safe.
 */
export async function briefFor(
  cwd: string,
  env: NodeJS.ProcessEnv,
  { host, session }: { readonly host: string; readonly session?: string },
): Promise<string> {
  const { world, close } = await openWorld({ cwd, env, effect: "reads", host });
  try {
    return (await bundle(world, "brief", { session })).text;
  } finally {
    await close();
  }
}

import { identify } from "./identify.ts";
import type { World } from "./world.ts";

export type InitInput = { readonly config: boolean };

export type Initialised = {
  readonly folder: string;
  /** False when the memory was there already: `init` changes nothing then. */
  readonly is_new: boolean;
  readonly config_file?: string;
  /** False when the config file was there already: it is never overwritten. */
  readonly config_written?: boolean;
};

/** Makes the project's memory, and with `config` a file of settings to edit. */
export async function init(world: World, input: InitInput): Promise<Initialised> {
  await identify(world);
  const config = input.config ? world.settings.writeTemplate() : undefined;
  return {
    folder: world.project.memoryDir,
    is_new: !world.project.hasMemory,
    ...(config ? { config_file: config.path, config_written: config.isNew } : {}),
  };
}

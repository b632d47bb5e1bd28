import { usageFile } from "../../src/adapters/files/usage/usage-file.ts";
import type { TouchInput } from "./processes.ts";

/** Touches every id once, in batches, alternately as shown and as used. */
const { memoryDir, ids, batch } = JSON.parse(process.argv[2] ?? "{}") as TouchInput;
const usage = usageFile(memoryDir, { now: Date.now, refreshOn: "used" });
for (let i = 0; i < ids.length; i += batch)
  await usage.touch(ids.slice(i, i + batch), (i / batch) % 2 === 0 ? "shown" : "used");

import { expect, test } from "vitest";
import { correctedText } from "../../src/core/extract/statements/amended.ts";
import { scenario } from "../scenarios/scenario.ts";

scenario("threads.self-correction", () => {
  for (const [said, meant] of [
    ["use redis for the cache… no wait, memcached", "use memcached for the cache"],
    ["let's go with redis for the cache, no wait, use memcached", "let's go with memcached for the cache"],
    ["we decided: redis for the cache. actually no, memcached.", "we decided: memcached for the cache"],
    ["the timeout is 30s. wait no, 45s", "the timeout is 45s"],
    ["wir nehmen redis für den cache, nee warte, memcached", "wir nehmen memcached für den cache"],
    ["usamos redis para el caché, no espera, memcached", "usamos memcached para el caché"],
    ["берём redis для кэша, нет, подожди, memcached", "берём memcached для кэша"],
  ] as const)
    expect(correctedText(said)).toBe(meant);
});

test("words that only look like a correction change nothing", () => {
  for (const said of [
    "there is no wait between retries",
    "no wait, memcached",
    "use redis, wait for it to start",
  ])
    expect(correctedText(said)).toBe(said);
});

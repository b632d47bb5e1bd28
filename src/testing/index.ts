export { type ContractCase, type OpenStore, storeContract } from "./contract.ts";
export { assertChain } from "./contract-drafts.ts";
export { type FixedClock, fixedClock, sequentialIds, sha256, TEST_START, testWriter } from "./fakes.ts";
export { type NotationOptions, type NotedTape, parseTape } from "./notation.ts";

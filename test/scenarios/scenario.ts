import { type TestContext, test } from "vitest";
import { onPostgres } from "../support/on-postgres.ts";
import type { Surface } from "./requirement.ts";
import { type RequirementId, requirementOf } from "./requirements.ts";

/** What proves a requirement: run once on each surface the requirement holds on. */
export type Proof = (surface: Surface, context: TestContext) => void | Promise<void>;

/**
 * A test that proves one requirement. It is named by the requirement's id and sentence, so that a failure
 * says which promise is broken. `proved.test.ts` counts these calls: write the id as a plain string.
 */
export function scenario(id: RequirementId, proof: Proof): void {
  const { sentence, surfaces } = requirementOf(id);
  for (const surface of surfaces) {
    const elsewhere = onPostgres.elsewhere.get(id);
    test.skipIf(elsewhere !== undefined)(`${id} [${surface}] ${sentence}`, (context) =>
      proof(surface, context),
    );
  }
}

import { type TestContext, test } from "vitest";
import { onPostgres } from "../support/on-postgres.ts";
import type { Surface } from "./requirement.ts";
import { type RequirementId, requirementOf } from "./requirements.ts";

/** The test of a requirement, which runs once on each surface of the requirement. */
export type Proof = (surface: Surface, context: TestContext) => void | Promise<void>;

/**
 * A test that proves one requirement. Its title has the requirement's id and sentence, so that a failure names the
 * broken promise. `proved.test.ts` finds these calls in the source: write the id as a plain string.
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

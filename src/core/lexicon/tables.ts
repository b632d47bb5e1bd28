import { CODE_CONCEPTS } from "./table-code.ts";
import { DOMAIN_CONCEPTS } from "./table-domains.ts";
import { SERVICE_CONCEPTS } from "./table-services.ts";
import { WORD_CONCEPTS } from "./table-words.ts";

export const CONCEPT_TABLES: readonly string[] = [
  CODE_CONCEPTS,
  SERVICE_CONCEPTS,
  DOMAIN_CONCEPTS,
  WORD_CONCEPTS,
];

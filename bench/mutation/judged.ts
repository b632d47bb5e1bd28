/**
 * Verdicts on surviving mutants, by file and change: `equivalent`, or the reason why no test is worthwhile.
 */
export const JUDGED: { readonly [mutant: string]: string } = {};

/** What was judged of mutants that no test notices, by file and change: `equivalent`, or why no test is worth it. */
export const JUDGED: { readonly [mutant: string]: string } = {};

/**
 * The two tiers of tests. `npm test` runs every proof once; `npm run test:full` also runs the files named
 * `*.full.test.ts` and, where a proof is a matrix, every row of it instead of the rows that cover it.
 */
export const isFullRun = process.env.FULL_RUN === '1'

/**
 * The job that asks an acquirer for the authentication of an attempt which its notice decided; its retries, with growing
 * delays, last about an hour.
 */
export const proofJob = { name: 'authentications.look-up', retries: 20 } as const

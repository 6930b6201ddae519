/** The job that deletes at their acquirers what was deleted here. */
export const vaultJob = { name: 'stored-cards.delete', retries: 10 } as const

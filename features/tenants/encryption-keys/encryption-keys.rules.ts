/** The job that seals a tenant's secrets with its active key. */
export const resealJob = { name: 'keys.reseal', retries: 5 }

/** Seals what of a tenant is not sealed under its active key. */
export const resealJob = { name: 'keys.reseal', retries: 5 }

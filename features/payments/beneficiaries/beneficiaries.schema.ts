/** Asks the bank of a beneficiary for its name. */
export const checkPayeeJob = { name: 'beneficiaries.check-payee', retries: 8 } as const

/** The job that writes to a payer once a payment on a page has succeeded. */
export const receiptJob = { name: 'payment-pages.receipt', retries: 3 } as const

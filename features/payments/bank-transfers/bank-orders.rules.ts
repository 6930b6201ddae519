/** The job that settles what a statement tells. It goes on where one that died has ended. */
export const settleJob = { name: 'bank-orders.settle', retries: 5 } as const

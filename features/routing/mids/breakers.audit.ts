import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  openBreaker: 'Not tried for now',
  resetBreaker: 'Tried again at once',
})

/** What rows of these tables are called where they keep a record from being deleted: their pages have other titles. */
export const tableLabels = msg({
  mid: 'MIDs',
  mpi_provider: 'MPI settings',
})

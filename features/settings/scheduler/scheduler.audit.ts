import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  run: 'Run by hand',
  retry: 'Tried again',
  pause: 'Paused or resumed',
  'pause-queue': 'Queue paused or resumed',
  cancel: 'Cancelled',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  scheduler: 'Recurring job or queue',
})

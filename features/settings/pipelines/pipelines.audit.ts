import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  order: 'Order changed',
})

/** What rows of this table are called where they keep a record from being deleted: their page says it without the pipeline. */
export const tableLabels = msg({
  pipeline_stage: 'Stages of pipelines',
})

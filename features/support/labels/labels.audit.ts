import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  'label-create': 'Label created',
  'label-update': 'Label changed',
  'label-delete': 'Label deleted',
  'label-set': 'Label set',
  'label-clear': 'Label removed',
  'labels-rearrange': 'Labels rearranged',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  support_label: 'Ticket label',
})

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  support_label: 'Support labels',
})

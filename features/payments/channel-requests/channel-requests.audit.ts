import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  createChannelRequest: 'Request for a change of payment channels',
  withdrawChannelRequest: 'Request for a change of payment channels withdrawn',
  approveChannelRequest: 'Request for a change of payment channels approved',
  refuseChannelRequest: 'Request for a change of payment channels refused',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  'channel-request': 'Request for a change of payment channels',
})

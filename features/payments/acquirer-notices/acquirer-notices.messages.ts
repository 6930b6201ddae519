import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'

const msg = messagesOf(import.meta.url)

export const noticeTexts = msg({
  title: 'Acquirers’ notices',
  description:
    'What acquirers sent of their own accord, as it came. A notice that cannot count is put aside with its cause.',
  list: 'Notices',
  received: 'Received',
  state: 'State',
  tenant: 'Tenant',
  merchant: 'Merchant',
  acquirer: 'Acquirer',
  reference: 'Reference',
  cause: 'Cause',
  payment: 'Payment',
  repeats: 'Received again',
  lastReceived: 'Last received',
  decided: 'Decided',
  tries: 'Tries',
  closedBy: 'Closed by',
  closeReason: 'Reason',
  notice: 'Notice',
  body: 'As it came',
  bodyNote: 'The digits of card numbers are not kept.',
  retry: 'Try again',
  close: 'Close',
  nothing: 'No such notices',
  nothingText: 'What acquirers report, such as disputes, appears here.',
  taken: 'The notice counts now',
  stillAside: 'The notice was tried again. See its state and cause.',
  closed: 'The notice is closed',
})

export const closeTexts = msg({
  title: 'Close the notice',
  reason: 'Why it needs nothing more',
  required: 'A reason is required',
  save: 'Close',
})

export const stateTexts = msg({
  aside: 'Put aside',
  received: 'Received',
  taken: 'Counts',
  repeated: 'Nothing new',
  refused: 'Refused',
  closed: 'Closed',
})

export const stateMap: StatusMap = {
  aside: 'negative',
  received: 'pending',
  taken: 'positive',
  repeated: 'neutral',
  refused: 'negative',
  closed: 'neutral',
}

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'

const msg = messagesOf(import.meta.url)

export const requestTexts = msg({
  title: 'Transaction bulk update request',
  about:
    'Sets the status of pending payments whose acquirer reports no outcome. Each payment is checked first; nothing changes before you confirm.',
  tenant: 'Tenant',
  mode: 'Mode',
  status: 'New status',
  reason: 'Reason',
  reasonRequired: 'A reason is required',
  payments: 'Payments',
  paymentsHint: 'Ids, or references of the merchants, one on each line: {max, number} at most',
  paymentsRequired: 'Enter at least one payment',
  tooMany: 'At most {max, number} payments: {count, number} are given',
  tooLong: 'Line {line, number} is longer than 120 characters',
  file: 'From a file',
  fileHint:
    'A CSV file of at most 10,000 payments, an export of the lookup too: its column “Payment id” or “External id”, or else its first one',
  find: 'Find pending payments',
  provider: 'Acquirer',
  providerHint: 'If empty: any',
  hours: 'Pending for at least so many hours',
  add: 'Find them',
  added: '{count, plural, =0 {No payment found} one {# payment found} other {# payments found}}',
  addedFirst: 'The oldest {count, number} of more payments were found',
  prepare: 'Look them up',
  ofChosen: '{count, plural, one {Bulk update of # payment} other {Bulk update of # payments}}',
  oneTenant: 'A bulk update is of one tenant’s payments',
})

export const updateTexts = msg({
  title: 'Transaction bulk update history',
  description: 'Changes of the status of many payments at once, of all tenants.',
  list: 'Bulk updates',
  created: 'Prepared',
  tenant: 'Tenant',
  mode: 'Mode',
  status: 'New status',
  state: 'State',
  maker: 'By',
  reason: 'Reason',
  started: 'Started',
  ended: 'Ended',
  payments: 'Payments',
  open: 'To change',
  changed: 'Changed',
  waiting: 'Waiting for confirmation',
  refused: 'Refused',
  nothing: 'No bulk updates yet',
  nothingText: 'What is prepared under “Transaction bulk update request” appears here.',
  one: 'Bulk update',
  groups: 'By result, status and currency',
  result: 'Result',
  before: 'Status before',
  count: 'Payments',
  amount: 'Amount',
  rows: 'Payments one by one',
  all: 'All',
  line: 'Line',
  reference: 'Given as',
  payment: 'Payment',
  why: 'Why',
  now: 'The payment is now',
  noRows: 'No such payments',
  start: '{count, plural, one {Change # payment} other {Change # payments}}',
  startTitle: 'Change the status of these payments?',
  captured:
    'They count as captured, and their merchants are credited. It can be undone as long as a payment is neither refunded nor disputed.',
  declined:
    'They count as declined, and their requests are cancelled at the acquirers. This cannot be undone.',
  reversed:
    'Changes that still wait for confirmation are withdrawn. The other payments count as reversed: what their merchants were credited is taken back with its fee, and what an acquirer may have done is cancelled there. This cannot be undone.',
  confirms: 'Where confirmation levels ask for others, a payment waits for them.',
  type: 'To confirm, type the number of payments: {count}',
  otherNumber: 'Type {count}',
  stop: 'Stop',
  stopTitle: 'Stop this bulk update?',
  stopText:
    'Payments already changed stay changed. The others are left as they are until the update is resumed.',
  resume: 'Resume',
  download: 'Download result',
  undo: 'Undo',
  undoTitle: 'Undo this bulk update?',
  undoText:
    'Its payments are looked up first: those that are captured, and neither refunded nor disputed since, can be reversed, and changes that still wait for confirmation are withdrawn. Nothing changes before you confirm it.',
  undoes: 'Undoes',
  undoneBy: 'Undone by',
  progress: '{done, number} of {all, number} done',
  nothingToDo: 'None of these payments can change.',
})

export const stateTexts = msg({
  draft: 'Not started',
  running: 'Running',
  stopped: 'Stopped',
  done: 'Done',
})

export const stateMap: StatusMap = {
  draft: 'pending',
  running: 'ongoing',
  stopped: 'hold',
  done: 'positive',
}

export const rowMap: StatusMap = {
  open: 'pending',
  changed: 'positive',
  waiting: 'hold',
  refused: 'negative',
}

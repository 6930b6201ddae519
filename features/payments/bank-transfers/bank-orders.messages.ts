import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'

const msg = messagesOf(import.meta.url)

export const orderTexts = msg({
  title: 'Bank order uploads',
  description:
    "A bank's statements as CSV. Their lines settle the bank transfers whose references they quote.",
  list: 'Statements',
  itemsOf: 'Statement {name}',
  items: 'Lines',
  upload: 'Upload statement',
  uploaded: 'Statement uploaded',
  repeated: 'This file was uploaded before. Nothing was done again.',
  created: 'Uploaded',
  by: 'By',
  tenant: 'Tenant',
  bank: 'Bank',
  account: 'Account number',
  file: 'CSV file',
  fileHint:
    'A CSV file of up to 5 MB with the columns date (YYYY-MM-DD), amount, currency, reference and, if you like, payer.',
  lines: 'Lines',
  matched: 'Matched',
  unmatched: 'Unmatched',
  repeatedLines: 'Repeated',
  someRepeated:
    '{count, plural, one {Statement uploaded. # line stands in an earlier statement and is not booked again.} other {Statement uploaded. # lines stand in earlier statements and are not booked again.}}',
  status: 'Status',
  line: 'Line',
  noLine: 'Enter the number of a line',
  date: 'Booked on',
  amount: 'Amount',
  reference: 'Reference',
  payer: 'Payer',
  payment: 'Payment',
  payout: 'Payout to {payee}',
  payoutReturn: 'Return of the payout to {payee}',
  merchant: 'Merchant',
  reason: 'Reason',
  inSuspense: 'In suspense',
  cleared: 'Cleared since',
  partCleared: '{amount} cleared since',
  nothing: 'No statements yet',
  nothingText: 'Upload the first statement: it is processed line by line.',
  noLines: 'No such lines',
  progress: 'Uploading',
  required: 'Required',
  book: 'Book it',
  bookTitle: 'Book line {line} as well?',
  bookText:
    'An earlier statement of this account shows the same line. Book it only if the bank booked {amount} twice: it is matched like a new line, or stands in suspense.',
  earlier: 'Earlier statement',
  lineOf: '{file}, line {line}',
  chooseFile: 'Choose a CSV file',
  faults: 'Nothing was imported. Correct these lines and upload the file again:',
})

export const statusTexts = msg({
  Processing: 'Processing',
  Completed: 'Completed',
  Waiting: 'Waiting',
  Matched: 'Matched',
  Unmatched: 'Unmatched',
  Repeated: 'Repeated',
})

export const orderStatusMap: StatusMap = {
  processing: 'pending',
  completed: 'positive',
  waiting: 'pending',
  matched: 'positive',
  unmatched: 'negative',
  repeated: 'neutral',
}

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const heldListTexts = msg({
  list: 'Held payments',
  held: 'Held since',
  amount: 'Amount',
  tenant: 'Tenant',
  merchant: 'Merchant',
  paidWith: 'Paid with',
  email: 'E-mail',
  rules: 'Held by',
  payment: 'Payment',
  expires: 'Authorisation ends',
  nothing: 'No payment is held',
  nothingText: 'What screening or a limit of risk holds appears here until somebody decides.',
})

export const caseTexts = msg({
  title: 'Held payment',
  state: 'Status',
  amount: 'Amount',
  merchant: 'Merchant',
  payment: 'Payment',
})

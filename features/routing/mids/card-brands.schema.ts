import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** Card brands by the codes that payments use. */
export const cardBrands = msg({
  visa: 'Visa',
  mastercard: 'Mastercard',
  american_express: 'American Express',
  maestro: 'Maestro',
  jcb: 'JCB',
  diners_club: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
  troy: 'Troy',
})

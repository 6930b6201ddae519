/** Card brands by the codes that payments use. */
export const cardBrands = {
  visa: ['Visa', 'Visa kartları'],
  mastercard: ['Mastercard', 'Mastercard kartları'],
  american_express: ['American Express', 'American Express kartları'],
  maestro: ['Maestro', 'Maestro kartları'],
  jcb: ['JCB', 'JCB kartları'],
  diners_club: ['Diners Club', 'Diners Club kartları'],
  discover: ['Discover', 'Discover kartları'],
  unionpay: ['UnionPay', 'UnionPay kartları'],
  troy: ['Troy', 'Troy kartları'],
} as const

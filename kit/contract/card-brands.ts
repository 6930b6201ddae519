/** The same in each language. */
const named = <Name extends string>(name: Name) => ({ en: name, tr: name })

/** Card brands by the codes that payments use. */
export const cardBrands = {
  visa: named('Visa'),
  mastercard: named('Mastercard'),
  american_express: named('American Express'),
  maestro: named('Maestro'),
  jcb: named('JCB'),
  diners_club: named('Diners Club'),
  discover: named('Discover'),
  unionpay: named('UnionPay'),
  troy: named('Troy'),
}

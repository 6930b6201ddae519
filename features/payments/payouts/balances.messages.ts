import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const balanceTexts = msg({
  title: 'Balances',
  ownDescription: 'What you are owed, and how much of it can be paid out now.',
  description: 'What a merchant is owed, and how much of it can be paid out now.',
  list: 'Balances by currency',
  merchant: 'Merchant',
  chooseMerchant: 'Choose a merchant to see its balances',
  choose: 'Choose a merchant',
  nothing: 'No balance',
  nothingText: 'A balance appears with the first captured payment.',
  currency: 'Currency',
  total: 'Balance',
  disputed: 'Withheld for open disputes',
  pending: 'Set aside for payouts',
  pendingMoney: 'Pending',
  reserve: 'In reserve',
  next: 'Available next',
  nextOn: '{amount} on {day}',
  together: '{count, plural, one {1 entry} other {# entries}}, together',
  biggest: 'the biggest {count, number} are listed',
  payoutOrder: 'Payout to a beneficiary',
  payout: 'Payout to the payer',
  settlement: 'Captured',
  ofReserve: 'From the reserve',
  payable: 'Payable now',
  payOut: 'Pay out',
  dialogTitle: 'Pay out of the {currency} balance',
  takenFrom: 'Taken from',
  balanceOf: 'Balance of {merchant}',
  whyLess:
    'Less than the balance is payable, because some of it is pending, in reserve, withheld or set aside.',
  payee: 'Payee',
  payeeHint:
    'A payout goes to the card or account of a payment. Search by an e-mail, an order number, an amount or the last four digits.',
  searched: 'Searched for {key} among payments in {currency}.',
  noPayee: 'No payment that can be paid out to was found',
  proceed: 'Continue with {payee}',
  proceedNone: 'Continue',
  payeeMissing: 'Choose who is paid',
})

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const midTexts = msg({
  title: 'MID management',
  description:
    'Your accounts at acquirers, in the order in which they are tried where no rule says otherwise. Your payment provider sets them up.',
  mid: 'MID',
  provider: 'Acquirer',
  state: 'State',
  priority: 'Priority',
  methods: 'Methods',
  brands: 'Card schemes',
  currencies: 'Currencies',
  all: 'All',
  open: 'Open',
  scheduled: 'Not open yet',
  off: 'Switched off',
  over: 'No longer open',
  not_connected: 'Not connected',
  provider_off: 'Acquirer switched off',
  from: 'Open from',
  until: 'Open until',
  always: 'Always',
  limits: 'Limits',
  noLimits: 'None',
  largest: 'A payment: at most {most}',
  day: 'Today: {used} of {most}',
  month: 'This month: {used} of {most}',
  otherCurrencies: 'Payments in other currencies have no limit here.',
  statement: 'On your customer’s statement',
  noDescriptor: 'As the acquirer has it',
  nothing: 'No MIDs yet',
  nothingText: 'Your payment provider sets them up. Ask them what is missing.',
  ask: 'Ask for a change',
  askOf: 'Ask for a change of {mid}',
})

export const channelTexts = msg({
  title: 'Payment channels',
  description: 'How your customers can pay you now: what is open, and in which currencies.',
  closed: 'Closed',
  closedText: 'No MID that is open takes it. Ask your payment provider to set one up.',
  offText: 'Your payment provider has switched this method off. Ask them to switch it on.',
  allBut: 'All but {currencies}',
  askOf: 'Ask for {method} to be opened',
  openAt: 'Open at {count, plural, =1 {one MID} other {# MIDs}}',
})

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const setupTexts = msg({
  title: 'Processing setup tool',
  about: 'What is missing until a merchant can take a payment, and who can mend it.',
  aboutOwn: 'What is missing until you can take a payment, and who can mend it.',
  all: 'All merchants',
  method: 'Method',
  brand: 'Card scheme',
  currency: 'Currency',
  amount: 'Amount',
  channel: 'Channel',
  website: 'Website',
  noWebsite: 'None',
  ready: 'Ready',
  notReady: '{count, plural, one {One thing is missing} other {# things are missing}}',
  readyText: 'The engine would send this payment to an acquirer.',
  notReadyText:
    'The engine would not send this payment to an acquirer. What is missing stands below, in the order in which it is checked.',
  checks: 'What must hold',
  fulfilled: 'Fulfilled',
  missing: 'Missing',
  warning: 'Note',
  mids: 'MIDs in the order in which they are tried',
  fits: 'Takes it',
  noMids: 'There is no MID for this mode',
  findings: 'What screening finds',
  opensIt: 'Open {page}',
  byPlatform: 'The platform opens this: {page}',
  byOperator: 'Your operator opens this',
  byColleague: 'Somebody in your organisation with the permission {permission} opens this: {page}',
  byMerchant: 'The merchant opens this',
  notHere: 'The people who run this installation connect it',
})

export const conditionTexts = msg({
  merchant_active: 'The merchant is active',
  website: 'The website is in use',
  mode: 'The merchant may take payments in this mode',
  currency_known: 'The currency can be paid in',
  merchant_open: 'The merchant is not on hold, suspended or closed',
  processing: 'The merchant may take payments',
  method_on: 'The method is switched on',
  currency_on: 'The currency is switched on',
  country_on: 'The customer’s country is switched on',
  industry_on: 'The merchant’s industry is switched on',
  risk_limit: 'Within the limit of the merchant’s risk level',
  screening: 'Screening lets it pass',
  route: 'A MID takes it',
  approval: 'No approval is needed first',
  fee: 'A fee is set for captures',
})

/** Why a condition is not fulfilled, by codes that are none of the causes of payments. */
export const whyTexts = msg({
  'merchant.not_active': '{merchant} is not active',
  'website.unknown': '{merchant} has no such website in use',
  'merchant.mode_not_allowed': '{merchant} may take payments in Test mode alone',
  'currency.unknown': '{currency} is not a currency that can be paid in',
  'antifraud.review': 'Screening asks for a review',
  'antifraud.flag': 'Screening flags it, and lets it pass',
  'routing.fewer': '{count, plural, one {One MID passes} other {# MIDs pass}} it over for now',
  'fee.none': 'No fee is set for captures in {currency}: the payment is taken without one',
  'step.routed': 'First to {provider} {mid}',
  'step.entries': '{count, plural, one {One entry} other {# entries}}',
  'step.messages': '{delivered} of {count} delivered',
})

export const pageTexts = msg({
  merchant: 'the merchant’s page',
  websites: 'Websites',
  ownWebsites: 'your Websites',
  platformCurrencies: 'Currencies of the platform',
  methods: 'Payment methods',
  currencies: 'Currencies',
  countries: 'Countries',
  industries: 'Industry types',
  riskLevels: 'Risk levels',
  screening: 'Antifraud rules',
  blacklist: 'Blacklist',
  mids: 'MID management',
  routing: 'Smart routing',
  providers: 'Service providers',
  banking: 'Banking channels',
  pos: 'POS providers',
  fees: 'Fees',
})

export const testTexts = msg({
  title: 'Test payment',
  about:
    'A real payment through the whole engine in Test mode, with a card of the sandbox. No money moves.',
  live: 'Test payments are taken in Test mode alone. Change the mode first.',
  notReady: 'Not ready: the engine will refuse it, and says why.',
  take: 'Take a test payment of {amount}',
  tryAnyway: 'Try a payment of {amount} anyway',
  mayNot: 'You see what is missing. Test payments are for those who may use the virtual terminal.',
  order: 'Order',
  screening: 'Screening',
  routing: 'Routing',
  attempt: 'Attempt at {provider}',
  capture: 'Capture',
  ledger: 'Ledger',
  webhook: 'Webhook messages',
  done: 'Done',
  warning: 'Note',
  refused: 'Refused',
  waiting: 'Waiting',
  none: 'None',
  open: 'Open the payment',
  running: 'The steps follow as they happen.',
})

export const listTexts = msg({
  label: 'Set-ups of merchants',
  search: 'Name of a merchant',
  merchant: 'Merchant',
  tenant: 'Tenant',
  state: 'State',
  ready: 'Ready',
  notReady: 'Not ready',
  missing: '{count} missing',
  about:
    'Each method is checked with an amount of 10 in that currency. What depends on a payer’s card (lists, and rules that count) is looked at on a merchant’s own page.',
  empty: 'No merchants',
  emptyText: 'Nothing matches these filters. Remove some to see more.',
})

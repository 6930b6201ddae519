import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const reportTexts = msg({
  ofDays: 'Business days of {zone}, as of {time}',
  ofAnyDays: "Each tenant's own business days, as of {time}",
  counted:
    'Captured and refunded amounts count on the day of their payment, before fees and disputes',
  figures: '{count, plural, one {1 payment} other {# payments}}',
  approved: '{rate} approved',
  currency: 'Currency',
  share: 'Share',
  soFar: '{name} (so far)',
  nothing: 'No payments in these days',
  nothingYet: 'The report is of the last 30 days. Choose other days above.',
  chartOf: '{measure} · {dimension}',
  pointAt: 'Point at a column to see its value',
  chartValue: '{key} · {value}',
  measure: 'Measure',
  allCurrencies: 'All currencies',
  inBase: 'In one currency',
})

export const readingTexts = msg({
  reading:
    'At most {payments} payments are read one by one, for about {seconds, plural, one {1 second} other {{seconds, number} seconds}}: {share}',
  stop: 'Stop',
  stopped: 'The report was stopped',
  stoppedText: 'Choose fewer days, or read it again.',
  again: 'Read it again',
})

export const baseCurrencyTexts = msg({
  title: 'In one currency',
  titleOf: 'In {currency}',
  volume: 'Volume',
  captured: 'Captured',
  refunded: 'Refunded',
  net: 'Net amount',
  missing:
    'Not in these sums, because there is no rate: {count, plural, one {1 payment} other {{count, number} payments}} in {currency}, {from} to {to}:',
  noRates: 'No rate was needed.',
  exchangeRates: 'Exchange rates',
  rates: '{n, plural, one {The rate} other {The {n, number} rates}} behind these sums',
  rate: '1 {currency} = {rate} {base}, {day}, {source}',
})

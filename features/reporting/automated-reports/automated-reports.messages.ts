import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { cardBrands } from '@counterfoil/kit/contract/card-brands.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

export const automatedTexts = msg({
  wrongTime: 'A time is like 08:30',
  title: 'Automated reports',
  description:
    'Reports that come by themselves, as what you may see when they run. A report stops, and you are notified, when you may not see it any more.',
  add: 'New automated report',
  change: 'Automated report',
  name: 'Name',
  report: 'Report',
  format: 'Format',
  mode: 'Mode',
  days: 'Days',
  daysInstead: 'The page had {from} to {to}. This choice is the nearest.',
  frequency: 'How often',
  day: 'Day',
  dayHint:
    'Weekly: 1 is Monday. Monthly: 31 is the last day. Business day: Monday to Friday, 1 is the first.',
  atTime: 'At',
  atTimeHint:
    'Like 08:30. Where clocks go forward over it, it runs an hour later; where it comes twice, once.',
  timeZone: 'Time zone',
  delivery: 'Delivery',
  target: 'Delivery target',
  targetHint: 'The files go there as they are, without anybody signing in.',
  noTargets:
    'There is none yet that is complete. Administrators set them up under Settings, Delivery targets.',
  attempts: '{count, plural, one {# attempt} other {# attempts}}',
  skipEmpty: 'Send nothing where there are no rows',
  filtersHint: 'As they were on the report: {filters}',
  state: 'State',
  next: 'Next run',
  last: 'Last run',
  active: 'Active',
  stopped: 'Stopped',
  start: 'Start',
  stop: 'Stop',
  run: 'Run now',
  started: 'The report is being made',
  runs: 'Runs',
  due: 'Due',
  outcome: 'Outcome',
  rows: 'Rows',
  save: 'Save',
  edit: 'Edit',
  actions: 'Actions',
  nothing: 'No automated reports yet',
  nothingYet: 'Add one here, or choose Schedule where a report is exported.',
})

/** What the filters of reports are called, and by what they are grouped. */
export const filterTexts = msg({
  groupBy: 'Group by',
  timeZone: 'Time zone',
  searchKey: 'Search',
  status: 'Status',
  method: 'Method',
  currency: 'Currency',
  provider: 'Provider',
  merchantId: 'Merchant',
  tenantId: 'Tenant',
  websiteId: 'Website',
  channel: 'Channel',
  cardBrand: 'Card brand',
  cardType: 'Card type',
  midId: 'MID',
  customerCountry: 'Customer’s country',
  issuerCountry: 'Issuer’s country',
  declineReason: 'Decline reason',
  declineCode: 'Decline code',
})

/** What the values of filters are called, by the filter; statuses have their names in the kit. */
export const valueTexts: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  method: msg({ card: 'Card', bank_transfer: 'Bank transfer', alternative: 'Alternative' }),
  channel: msg({
    api: 'Merchant API',
    virtual_terminal: 'Virtual terminal',
    payment_link: 'Payment link',
    batch: 'Batch',
    pos: 'Point of sale',
    recurring: 'Recurring',
  }),
  cardBrand: cardBrands,
  cardType: msg({ credit: 'Credit', debit: 'Debit', prepaid: 'Prepaid' }),
}

/** A filter by what is not there. */
export const noneText = msg('None')

export const groupTexts = msg({
  day: 'Day',
  month: 'Month',
  weekday: 'Weekday',
  hour: 'Hour',
  status: 'Status',
  method: 'Method',
  provider: 'Provider',
  merchant: 'Merchant',
  tenant: 'Tenant',
  brand: 'Card brand',
  channel: 'Channel',
  website: 'Website',
  country: 'Customer’s country',
  issuerCountry: 'Issuer’s country',
  cardType: 'Card type',
  mid: 'MID',
  declineReason: 'Decline reason',
  declineCode: 'Decline code',
}) satisfies Record<Dimension, Text>

export const dayTexts = msg({
  yesterday: 'Yesterday',
  last_seven: 'The last seven days',
  last_week: 'Last week',
  this_month: 'This month so far',
  last_month: 'Last month',
})

export const frequencyTexts = msg({
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  business_day: 'On a business day of the month',
})

export const deliveryTexts = msg({
  portal: 'Notification in the portal',
  mail: 'E-mail with a link',
  target: 'The files to a server or bucket',
})

export const runStateTexts = msg({
  waiting: 'Waiting for the end of its days, or for its turn',
  running: 'Running',
  sending: 'Being sent',
  sent: 'Sent',
  nothing: 'Ran, nothing to send',
  failed: 'Failed',
  cancelled: 'Cancelled',
})

export const pausedTexts = msg({
  owner_gone: 'Stopped: its owner is not active any more',
  right_lost: 'Stopped: its owner may not see it any more',
  report_gone: 'Stopped: there is no such report any more',
})

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const retentionTexts = msg({
  title: 'Retention',
  about:
    'Old records are deleted once a day. What an open payment, a dispute or unsettled money still needs is kept.',
  periods: 'Kept for',
  platformDays: 'Kept by the platform',
  change: 'The times are system variables',
  changeOwn: 'Times of the tenant',
  what: 'Records',
  days: '{count, plural, one {# day} other {# days}}',
  least: 'At least, by law',
  runs: 'Last run',
  tenant: 'Tenant',
  run: 'Ran',
  olderThan: 'Older than',
  deleted: 'Deleted',
  deletedInAll: 'Deleted in all',
  none: 'Nothing has run yet',
  noneText: 'The first run is within a day.',
})

export const recordTexts = msg({
  api_logs: 'API logs',
  webhooks: 'Webhook messages and attempts',
  attempts: 'Attempts at acquirers',
  events: 'Events of payments',
  matches: 'Findings of antifraud rules',
})

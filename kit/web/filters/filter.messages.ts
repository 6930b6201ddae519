import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const filterTexts = msg({
  search: 'Search',
  clear: 'Clear',
  widen: 'Nothing matches these filters. Remove some to see more.',
  yes: 'Yes',
  no: 'No',
  clearAll: 'Clear filters',
  moreFilters: 'More filters',
  fewerFilters: 'Fewer filters',
  apply: 'Apply',
  chosen: '{label}: {value}',
  several: '{n} chosen',
  searching: 'Searching…',
  searchFailed: 'The search failed. Change what you typed to try again.',
  noMatch: 'No match',
  today: 'Today',
  yesterday: 'Yesterday',
  last7: 'Last 7 days',
  last30: 'Last 30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  timeFrom: 'From',
  timeTo: 'To',
  hours: 'Hours',
  minutes: 'Minutes',
  tooLong: 'At most {days} days',
  amountFrom: 'At least',
  amountTo: 'At most',
})

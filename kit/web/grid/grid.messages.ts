import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const gridTexts = msg({
  columns: 'Columns',
  resetColumns: 'Reset',
  moveUp: 'Move {column} up',
  moveDown: 'Move {column} down',
  moved: '{column} is now column {place} of {of}',
  density: 'Row height',
  compact: 'Compact',
  comfortable: 'Comfortable',
  rowsPerPage: 'Rows per page',
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  range: '{from}–{to} of {of}',
  rangeOpen: '{from}–{to}',
  rows: '{n, plural, one {1 row} other {# rows}}',
  atLeast: '{n}+',
  sortBy: 'Sort by {column}',
  pickAll: 'Choose all rows',
  pickRow: 'Choose row {place}',
  nothing: 'Nothing here yet',
  outdated: 'These rows may be out of date. {why}',
  older: 'These are the previous rows. New ones are loading…',
  retry: 'Try again',
  loading: 'Loading',
  moreColumns: 'Show more columns',
  list: 'In the list',
  nextRow: 'Next row',
  previousRow: 'Previous row',
})

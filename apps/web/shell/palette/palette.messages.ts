import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const paletteTexts = msg({
  title: 'Search or go to',
  hint: 'A page, or the id of a record',
  pages: 'Pages',
  searching: 'Searching…',
  nothing: 'Nothing found',
  nothingHint: 'Pages are found by their name, records by their id or external id.',
  failed: 'Records could not be searched. Pages can be opened.',
  choose: 'choose',
  open: 'open',
  close: 'close',
})

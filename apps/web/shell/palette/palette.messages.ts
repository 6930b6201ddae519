import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const paletteTexts = msg({
  title: 'Search or go to',
  hint: 'A page, a record, or an action such as “refund HB-1042”',
  actions: 'Actions',
  withRecord: '{verb}: {title}',
  pages: 'Pages',
  searching: 'Searching…',
  nothing: 'Nothing found',
  nothingHint:
    'Pages are found by their name, payments by an id, order number, e-mail, amount or last four digits, tickets by code or subject, customers by name.',
  searched: 'Searched for {text}: {kinds}.',
  failed: 'Records could not be searched. Pages can still be opened.',
  choose: 'choose',
  open: 'open',
  close: 'close',
})

export const actionTexts = msg({
  toTest: 'Switch to Test',
  toLive: 'Switch to Live',
  modeWords: 'mode sandbox',
  invite: 'Invite a user',
  inviteWords: 'new colleague operator',
  ticket: 'Create a support ticket',
  ticketWords: 'help contact new',
  profile: 'My profile',
  profileWords: 'language time zone settings',
  logout: 'Log out',
  logoutWords: 'sign out exit',
  refund: 'Refund',
  refundWords: 'return',
  capture: 'Capture',
  captureWords: 'collect',
  void: 'Void',
  voidWords: 'cancel',
})

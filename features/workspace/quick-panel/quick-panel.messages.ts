import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const quickPanelTexts = msg({
  title: 'Quick panel',
  today: 'Today',
  events: 'Events',
  notes: 'Notes',
  settings: 'Quick Settings',
})

export const todayTexts = msg({
  asOf: 'As of {time}',
  captured: 'captured',
  payments: 'Payments',
  approved: 'Approved',
  refunded: 'Refunded',
  none: 'No payments yet today',
  tasks: 'To do',
  waiting:
    '{count, plural, one {1 payment waits for approval} other {# payments wait for approval}}',
  pending:
    '{count, plural, one {1 payment has no outcome yet} other {# payments have no outcome yet}}',
  noTasks: 'Nothing waits for you',
  closed: 'Nothing to show',
  closedHint: 'Figures of payments are shown to those who may look payments up.',
})

export const noteTexts = msg({
  add: 'New note',
  note: 'Note',
  placeholder: 'Write something down',
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Not saved yet',
  failed: 'Not saved. It is kept on this device and tried again.',
  refused: 'Not saved',
  copied: 'This note was changed elsewhere. Both texts are kept: yours is this one.',
  remove: 'Delete the note',
  removeTitle: 'Delete this note?',
  removeText: 'It cannot be brought back.',
  removeConfirm: 'Delete',
  empty: 'No notes',
  emptyHint: 'Notes are yours alone, and with you on every device.',
})

export const settingTexts = msg({
  layout: 'Layout',
  scheme: 'Colours',
  auto: 'As the device',
  light: 'Light',
  dark: 'Dark',
  density: 'Density',
  comfortable: 'Comfortable',
  compact: 'Compact',
  language: 'Language',
  kept: 'Your settings come along to every device.',
})

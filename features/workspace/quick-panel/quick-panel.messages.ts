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
  figures: 'Today in figures',
})

export const toDoTexts = msg({
  tasks: '{count, plural, one {1 task is due} other {# tasks are due}}',
  documentsToReview: '{count, plural, one {1 document to review} other {# documents to review}}',
  documentsToSubmit: '{count, plural, one {1 document to submit} other {# documents to submit}}',
  proposals: '{count, plural, one {1 proposal to answer} other {# proposals to answer}}',
  agreements: '{count, plural, one {1 agreement to answer} other {# agreements to answer}}',
  payments: '{count, plural, one {1 payment to approve} other {# payments to approve}}',
  confirmations: '{count, plural, one {1 action to confirm} other {# actions to confirm}}',
  payouts: '{count, plural, one {1 payout to approve} other {# payouts to approve}}',
  beneficiaryPayouts:
    '{count, plural, one {1 payout to a beneficiary to approve} other {# payouts to beneficiaries to approve}}',
  tickets: '{count, plural, one {1 ticket is due} other {# tickets are due}}',
  askedTickets:
    '{count, plural, one {1 ticket needs your answer} other {# tickets need your answer}}',
  disputes: '{count, plural, one {1 dispute to answer} other {# disputes to answer}}',
  dueAt: 'by',
  overdueSince: 'overdue since',
  nothing: 'Nothing to do',
})
export const noteTexts = msg({
  add: 'New note',
  note: 'Note',
  placeholder: 'Write a note',
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Not saved yet',
  failed: 'Not saved. The note is kept on this device and will be sent again.',
  refused: 'Not saved',
  copied: 'This note was changed on another device. Both versions were kept; this one is yours.',
  remove: 'Delete the note',
  removeTitle: 'Delete this note?',
  removeText: 'It cannot be restored.',
  removeConfirm: 'Delete',
  empty: 'No notes',
  emptyHint: 'Only you see your notes, on every device.',
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
  noticeMails: 'E-mails of notifications',
  important: 'Important',
  all: 'All',
  none: 'None',
  noticeMailsHint:
    'Sent when you have not read a notification within five minutes. Important are those where money, or the way to it, is at stake.',
  kept: 'Your settings apply on every device.',
})

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const stepTexts = msg({
  title: 'Support ticket',
  priority: 'Priority',
  assignToMe: 'Assign to me',
  assignTo: 'Assign to',
  unassigned: 'Unassigned',
  away: '{name} (away until {until})',
  reply: 'Write a reply',
  close: 'Close',
  open: 'Reopen',
  escalate: 'Escalate',
  invite: 'Invite an external person',
  previousTicket: 'Previous ticket',
  nextTicket: 'Next ticket',
  chosen: '{count, plural, one {1 ticket chosen} other {# tickets chosen}}',
  changed: '{count, plural, one {1 ticket changed} other {# tickets changed}}',
  notAll: '{count} changed, {failed} could not be changed.',
  choose: 'Choose the row',
  inviteTitle: 'Invite an external party',
  inviteText:
    'This person gets a link by e-mail that opens the public part of this ticket, to read and answer it. Nothing else can be opened with it.',
  email: 'E-mail',
  why: 'Why this person is invited',
  send: 'Invite',
  invited: 'Invitation sent',
})

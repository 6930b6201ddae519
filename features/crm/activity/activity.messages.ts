import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const activityTexts = msg({
  title: 'What happened',
  label: 'Note what happened',
  add: 'Note',
  none: 'No activity yet',
  older: 'Older',
  by: 'by {name}',
  note: 'Noted',
  lead: 'Lead created',
  item: 'Created',
  converted: 'Became the opportunity {to}',
  task: 'Task done: {to}',
  stage: 'Moved from {from} to {to}',
  status: 'Status changed from {from} to {to}',
})

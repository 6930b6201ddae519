import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const levelTexts = msg({
  title: 'Service levels',
  description:
    'Working hours, and the targets for answering and solving tickets. Due times are paused while the requester’s answer is awaited.',
  hours: 'Business hours',
  zone: 'In {zone}',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
  allClosed: 'Open at least one day',
  from: '{day}, from',
  to: '{day}, to',
  targets: 'Targets, in minutes of business hours',
  targetsHint: 'If empty: no target',
  priority: 'Priority',
  firstResponse: 'First response',
  nextResponse: 'Next response',
  resolution: 'Resolution',
  holidays: 'Holidays',
  noHolidays: 'No holidays',
  date: 'Date',
  name: 'Name',
  add: 'Add',
  remove: 'Remove {day}',
  save: 'Save',
  undo: 'Undo',
  saved: 'Service levels saved',
})

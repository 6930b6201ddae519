import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const taskTexts = msg({
  about: 'What is to be done, by whom and by when.',
  whose: 'Whose tasks',
  mine: 'Mine',
  all: 'All',
  due: 'Due',
  state: 'State',
  open: 'Open',
  dueByToday: 'Due by today',
  overdue: 'Overdue',
  today: 'Due today',
  later: 'Later',
  done: 'Done',
  search: 'Search tasks',
  add: 'Add task',
  edit: 'Edit {name}',
  name: 'What is to be done',
  by: 'By',
  nobody: 'Unassigned',
  for: 'For',
  customer: 'Customer',
  tick: 'Done: {name}',
  ticked: 'Done: {name}',
  undo: 'Undo',
  none: 'No tasks',
  noneHint: 'Tasks of a stage are created automatically; add your own here.',
  document: 'Document: {type}',
})

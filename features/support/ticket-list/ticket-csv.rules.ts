import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

/** The columns of the exported list. */
const names = msg({
  code: 'Code',
  id: 'Ticket id',
  tenant: 'Tenant',
  customer: 'Customer',
  channel: 'Channel',
  state: 'State',
  category: 'Category',
  priority: 'Priority',
  subject: 'Subject',
  label: 'Label',
  waitingOn: 'Waiting on',
  created: 'Created',
  updated: 'Updated',
  closed: 'Closed',
  requester: 'Requester',
  contact: 'Contact',
  assignee: 'Assignee',
  due: 'Due',
})
export type ExportColumn = keyof typeof names

/** What a column is called in the file. */
export const exportHeading = (column: ExportColumn, language: string): string =>
  textIn(names[column], language)

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const contactTexts = msg({
  title: 'Contact Support',
  tenant: 'Tenant',
  category: 'Category',
  subject: 'Subject',
  description: 'Description',
  contactEmail: 'Contact e-mail',
  contacts: 'Contacts',
  contactsHint: 'People of the tenant who are told of answers',
  add: 'Add',
  addReferences: 'Add to the ticket',
  customers: 'Customers',
  transactions: 'Transactions',
  transactionsHint: 'Type an external id and press Enter',
  priority: 'Priority',
  attachments: 'Attachments',
  send: 'Send',
  uploading: 'Wait until the files are up',
  noCategories: "Categories couldn't be loaded! Please contact support!",
  noTenants: "Tenants couldn't be loaded! Please contact support!",
  created: 'Ticket created',
  escalated: 'Ticket escalated',
  filesFinished: 'Files finished uploading',
  filesDeleted: 'Added files have been deleted',
  open: 'Open it',
  escalateTitle: 'Escalate Ticket',
  escalateHint:
    'The platform sees what you write here and what you hand over, not the talk with your customer.',
  escalate: 'Escalate',
})

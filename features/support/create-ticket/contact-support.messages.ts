import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const contactTexts = msg({
  title: 'Contact Support',
  recipient: 'The ticket is',
  forMerchant: 'For a merchant',
  forPlatform: 'To the platform',
  merchant: 'Merchant',
  tenant: 'Tenant',
  category: 'Category',
  subject: 'Subject',
  description: 'Description',
  contactEmail: 'Contact e-mail',
  contacts: 'Contacts',
  contactsHint: 'People at the tenant who get an e-mail when there is an answer',
  add: 'Add',
  addReferences: 'Add to the ticket',
  customers: 'Customers',
  transactions: 'Transactions',
  transactionsHint: 'Type an external ID and press Enter, or search by an e-mail or amount',
  similar: 'Tickets found for “{text}”:',
  priority: 'Priority',
  attachments: 'Attachments',
  send: 'Send',
  uploading: 'Wait until the files are uploaded',
  noCategories: "Categories couldn't be loaded! Please contact support!",
  noTenants: "Tenants couldn't be loaded! Please contact support!",
  created: 'Ticket created',
  escalated: 'Ticket escalated',
  filesFinished: 'Files finished uploading',
  filesDeleted: 'Added files have been deleted',
  open: 'Open it',
  escalateTitle: 'Escalate Ticket',
  escalateHint:
    'The platform sees what you write and attach here. It does not see the conversation with your customer.',
  escalate: 'Escalate',
})

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const auditTexts = msg({
  title: 'Changes',
  nothing: 'No changes yet',
  nothingHint: 'Actions on this record are recorded here.',
  field: 'Field',
  before: 'Before',
  after: 'After',
  noDifference: 'Nothing in the record changed',
  older: 'Older changes',
  request: 'Request',
  from: 'from {address}',
  yes: 'Yes',
  no: 'No',
})

export const trailTexts = msg({
  title: 'Audit trail',
  description:
    'Sign-ins, changes, exports and reads of sensitive data. Entries cannot be changed, and each organisation’s are chained.',
  search: 'Name, record or request',
  date: 'Date',
  action: 'Action',
  record: 'Record',
  recordId: 'Id of the record',
  who: 'Who',
  when: 'When',
  from: 'From',
  request: 'Request',
  tenant: 'Tenant',
  changes: 'Changes',
  show: 'Show',
  nothing: 'No entries',
  nothingYet: 'Actions in the portal are recorded here.',
})

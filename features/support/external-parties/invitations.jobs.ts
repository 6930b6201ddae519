import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteExpiredInvitations } from './invitations.queries.ts'

const msg = messagesOf(import.meta.url)

export const schedules = [
  schedule({
    name: 'support.remove-expired-links',
    label: msg('Remove expired ticket links'),
    everyS: 3600,
    run: ({ database, now }) => deleteExpiredInvitations(database.shared, now()),
  }),
]

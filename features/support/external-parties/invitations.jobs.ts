import { schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteExpiredInvitations } from './invitations.queries.ts'

export const schedules = [
  schedule({
    name: 'support.remove-expired-links',
    everyS: 3600,
    run: ({ database, now }) => deleteExpiredInvitations(database.shared, now()),
  }),
]

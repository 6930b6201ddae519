import type { CallSample } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { makeTicketOf } from './tickets.public.ts'

const toOneself: CallSample = async (_, actor) => ({ body: { assignee: actor?.subject } })
const present = 'says no more than that somebody is still there'

export const samples: Samples = {
  changes:
    /^support\.(close|open|priority|billable|non-billable|jira|initial|response|resolution|assign)/,
  calls: {
    'support.assign-of-customer': toOneself,
    'support.assign-of-tenant': toOneself,
  },
  withoutEntry: {
    'support.presence': present,
    'support.presence-of-customer': present,
    'support.presence-of-tenant': present,
  },
  ofUser: makeTicketOf,
}

import { hash, randomUUID } from 'node:crypto'
import type { CallSample } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'

/** A link that somebody outside was sent, and its ticket's invitation. */
const invited =
  (more: object): CallSample =>
  async ({ testApi }) => {
    const token = randomUUID()
    await testApi.test.owner.query(
      `with made as (
         update app.support_invitation set token_hash = $1
         where id = (select max(i.id::text)::uuid from app.support_invitation i
           join app.support_ticket t on t.tenant_id = i.tenant_id and t.id = i.ticket_id
           where t.state = 'Opened' and i.revoked_at is null) returning *)
       insert into app.support_invitation_token (token_hash, tenant_id, invitation_id, expires_at)
       select token_hash, tenant_id, id, expires_at from made`,
      [hash('sha256', token)],
    )
    return { body: { token, ...more } }
  }

export const samples: Samples = {
  calls: {
    'support.external': invited({}),
    'support.external-comment': invited({ content: 'We looked into it.' }),
  },
  withoutEntry: {
    'support.external': 'reads the ticket by the secret link, whose first opening is kept with it',
  },
}

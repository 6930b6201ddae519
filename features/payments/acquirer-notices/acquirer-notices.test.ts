import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const operator = await testApi.actor('operator')
const reader = await testApi.actor('operator', ['CRM.Transaction.AcquirerNotices.Edit'])
const path = '/api/crm/acquirer-notices'

function call(actor: Actor, url: string, payload?: object) {
  const headers = { authorization: `Bearer ${actor.token}` }
  return testApi.app.inject(
    payload === undefined ? { url, headers } : { method: 'POST', url, headers, payload },
  )
}

async function putAside(): Promise<string> {
  const id = v7()
  const { rowCount } = await testApi.test.owner.query(
    `insert into acquirer_notice (tenant_id, id, provider, reference, body, body_hash, state, cause_code, cause_values,
       received_at, last_received_at)
     values ($3, $1, 'sandbox_alpha', $2, '{}', 'x', 'aside', 'notice.unknown_payment',
       '{"provider":"sandbox_alpha"}', now(), now())`,
    [id, v7(), operator.tenantId],
  )
  expect(rowCount).toBe(1)
  return id
}

test('closes a notice with a reason, once', async () => {
  const id = await putAside()
  const close = (actor: Actor) => call(actor, `${path}/${id}/closing`, { reason: 'A test' })
  expect((await close(reader)).statusCode).toBe(403)
  const answer = await close(operator)
  expect(answer.json()).toMatchObject({ state: 'closed', closeReason: 'A test' })
  expect((await close(operator)).json()).toMatchObject({ code: 'notice.not_aside' })
  const { rows } = await testApi.test.owner.query(
    `select after from audit_entry where record_type = 'acquirer-notice' and record_id = $1`,
    [id],
  )
  expect(rows).toMatchObject([{ after: { state: 'closed', reason: 'A test' } }])
})

test('tries a notice again, and sees why it is still put aside', async () => {
  const id = await putAside()
  expect((await call(reader, `${path}/${id}/tries`, {})).statusCode).toBe(403)
  const answer = await call(operator, `${path}/${id}/tries`, {})
  expect(answer.json()).toMatchObject({ state: 'aside', cause: { code: 'notice.unreadable' } })
  const list = await call(reader, `${path}?state=aside`)
  expect(list.json().data.map((one: { id: string }) => one.id)).toContain(id)
})

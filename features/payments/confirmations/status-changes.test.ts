import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const { owner } = testApi.test
const maker = await testApi.actor('platform')
const confirmer = await testApi.actor('operator')

function send(token: string, method: 'POST' | 'PUT', url: string, payload: object) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
  return testApi.app.inject({ method, url, headers: { ...headers, mode: 'Test' }, payload })
}

async function pendingTransfer(): Promise<string> {
  const made = await send(demoKeyOf('harbour', 1), 'POST', '/v1/payments', {
    ...{ amount: 1006, currency: 'GBP', method: { type: 'bank_transfer' } },
  })
  return made.json().id
}

const path = '/api/crm/transactions'
const declineReason = 'The bank closed the account'

test('a payment that a person declines was not refused by its acquirer', async () => {
  const url = `${path}/${await pendingTransfer()}/StatusChange`
  const answer = await send(maker.token, 'PUT', url, { actionType: 'Declined', declineReason })
  expect(answer.json()).toMatchObject({ status: 'declined', declineReason })
  expect(answer.json().operation).toBeUndefined()
})

test('a payment is declined for the reason that was given and confirmed, and that is no refusal', async () => {
  await owner.query(
    `insert into confirmation_level (tenant_id, id, side, name, actions, confirmers, hours, created_at, updated_at)
     values ($1, $2, 'operator', 'One', '{changeStatus}', 1, 24, now(), now())`,
    [tenantIdOf('northwind'), newId(new Date())],
  )
  const id = await pendingTransfer()
  const asked = await send(maker.token, 'PUT', `${path}/${id}/StatusChange`, {
    ...{ actionType: 'Declined', declineReason },
  })
  expect([asked.statusCode, asked.json()]).toMatchObject([202, { waitingAction: {} }])
  const confirmed = await send(
    confirmer.token,
    'POST',
    `${path}/waiting-actions/${asked.json().waitingAction.id}/confirmations`,
    {},
  )
  expect(confirmed.json()).toMatchObject({ state: 'done', reason: declineReason })
  const { rows } = await owner.query(
    'select status, decline_reason as reason from payment where id = $1',
    [id],
  )
  expect(rows).toEqual([{ status: 'declined', reason: declineReason }])
})

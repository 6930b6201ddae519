import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { webhookEndpoints } from './webhook-endpoints.resource.ts'

const testApi = await openTestApi()
const operator = await testApi.actor('operator')
const narrow = await testApi.actor('narrow')
const path = `/api${webhookEndpoints.path}`

const ask = (method: 'GET' | 'POST', url: string, payload?: object, token = operator.token) =>
  testApi.app.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  })

test('a previous secret is ended before its time, once, and signs no more [audit webhook-endpoints.endPreviousSecret]', async () => {
  const made = await ask('POST', path, {
    ...{ url: 'https://192.0.1.1/hook', merchantId: merchantIdOf('harbour'), mode: '1' },
    ...{ description: 'Shop', eventTypes: ['*'] },
  })
  expect(made.statusCode, made.body).toBe(201)
  const own = `${path}/${made.json().id}`
  const end = `${own}/previous-secret/end`
  expect((await ask('POST', end)).json().code).toBe('webhook.no_previous_secret')
  await ask('POST', `${own}/secret`, { overlapHours: 24 })
  expect((await ask('GET', own)).json().previousUntil).toMatch(/Z$/)
  const refused = (await ask('POST', end, undefined, narrow.token)).json().code
  expect(['resource.limited_payments', 'webhook.payments_not_held', 'not_found']).toContain(refused)
  expect((await ask('POST', end)).json()).toEqual({ previousUntil: null })
  expect((await ask('GET', own)).json().previousUntil).toBe(null)
  const { rows } = await testApi.test.owner.query(
    'select previous_secret, secret is null as "isLost" from app.webhook_endpoint where id = $1',
    [made.json().id],
  )
  expect(rows).toEqual([{ previous_secret: null, isLost: false }])
  expect((await ask('POST', end)).statusCode).toBe(409)
  const entries = await testApi.test.owner.query(
    'select 1 from app.audit_entry where action = $1 and record_id = $2',
    ['webhook-endpoints.endPreviousSecret', made.json().id],
  )
  expect(entries.rows).toHaveLength(1)
})

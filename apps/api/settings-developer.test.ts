import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookEndpoints } from '@counterfoil/features/messaging/webhook-endpoints/webhook-endpoints.resource.ts'
import { jobs as declareJobs } from '@counterfoil/features/messaging/webhooks/webhooks.jobs.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource.ts'
import { openOutbound } from '@counterfoil/providers/outbound/outbound.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/tools/demo/store-organisations.ts'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSettingsGround } from './testing/settings-ground.ts'

// What is set for merchants' own servers, and how the product behaves to them then.
const { stage, make, change, turn, pay, call, operator } = await openSettingsGround({
  reachesPublicAlone: true,
})
const harbour = merchantIdOf('harbour')
const tenantId = tenantIdOf('northwind')
const path = `/api${webhookEndpoints.path}`
const wish = {
  url: 'https://192.0.1.1/hook',
  merchantId: harbour,
  mode: '1',
  description: 'Shop',
  eventTypes: ['*'],
}

describe('a webhook endpoint', () => {
  const received: { headers: Record<string, string>; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      response.end('noted')
    })
  })
  beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)))
  afterAll(() => new Promise((closed) => server.close(closed)))

  let endpoint: ResourceRow
  beforeEach(async () => {
    const demo = "update webhook_endpoint set is_active = false where url like 'http://%'"
    await stage.test.owner.query(demo)
    received.length = 0
    endpoint = await make(webhookEndpoints, wish)
    // the server that stands in for the merchant's is on this machine
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    await stage.test.owner.query('update webhook_endpoint set url = $1 where id = $2', [
      url,
      endpoint.id,
    ])
  })

  const deliveries = async () =>
    (await call(operator, 'GET', `${path}/${endpoint.id}/deliveries`)).data

  /** As the worker does. */
  async function work(name: 'deliver' | 'resend', at = new Date()) {
    const declared = declareJobs({ outbound: openOutbound({ mayReachPrivate: true }) })
    const job = declared.find((one) => one.name === `webhooks.${name}`)
    for (const { id } of await deliveries()) {
      const context = {
        database: stage.test.database,
        jobs: stage.test.jobs,
        log: pino({ level: 'silent' }),
        now: () => at,
        signal: new AbortController().signal,
      }
      await job?.run({ tenantId, deliveryId: id }, context)
    }
  }

  test('shows its secret once, and signs with it what it chose', async () => {
    const secret = endpoint.shownOnce ?? ''
    expect(secret).toMatch(/^whsec_/)
    const read = await call(operator, 'GET', `${path}/${endpoint.id}`)
    const trail = await call(operator, 'GET', `/api/crm/audit/webhook-endpoints/${endpoint.id}`)
    const csv = await stage.app.inject({
      url: `${path}/export`,
      headers: { authorization: `Bearer ${operator.token}` },
    })
    expect(JSON.stringify([read, trail, csv.body])).not.toContain(secret)
    await pay()
    await work('deliver')
    expect(received).toHaveLength(1)
    const [message] = received
    expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toMatchObject({
      type: 'payment.captured',
    })
    await change(webhookEndpoints, read, { eventTypes: ['dispute.*'], url: wish.url })
    await pay()
    expect(await deliveries()).toHaveLength(1)
  })

  test('gets nothing while it is switched off', async () => {
    await turn(webhookEndpoints, endpoint.id, false)
    await pay()
    expect(await deliveries()).toEqual([])
    await expect(call(operator, 'POST', `${path}/${endpoint.id}/test`)).rejects.toThrow(
      'webhook.endpoint_off',
    )
    await turn(webhookEndpoints, endpoint.id, true)
    await pay()
    expect(await deliveries()).toHaveLength(1)
  })

  test('signs with two secrets while one is being rotated, then with the new one alone', async () => {
    const first = endpoint.shownOnce ?? ''
    const rotated = await call(operator, 'POST', `${path}/${endpoint.id}/secret`, {
      overlapHours: 24,
    })
    await call(operator, 'POST', `${path}/${endpoint.id}/test`)
    await work('deliver')
    const [both] = received
    for (const secret of [first, rotated.secret]) {
      expect(new Webhook(secret).verify(both?.body ?? '', both?.headers ?? {})).toMatchObject({
        type: 'webhook.test',
      })
    }
    await call(operator, 'POST', `${path}/${endpoint.id}/secret`, { overlapHours: 0 })
    await work('resend')
    const later = received[1]
    expect(later?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    expect(() =>
      new Webhook(rotated.secret).verify(later?.body ?? '', later?.headers ?? {}),
    ).toThrow()
  })

  test('lists what it was sent with every attempt, and sends it again', async () => {
    await call(operator, 'POST', `${path}/${endpoint.id}/test`)
    await work('deliver')
    const [sent] = await deliveries()
    expect(sent).toMatchObject({ state: 'delivered', attempts: [{ responseStatus: 200 }] })
    const again = `${path}/${endpoint.id}/deliveries/${sent.id}/resend`
    expect(await call(operator, 'POST', again)).toEqual({ queued: 1 })
    await work('resend')
    expect((await deliveries())[0].attempts).toMatchObject([
      { isManual: true },
      { isManual: false },
    ])
    // another endpoint's message is none of this one's
    const other = await make(webhookEndpoints, wish)
    const foreign = `${path}/${other.id}/deliveries/${sent.id}/resend`
    await expect(call(operator, 'POST', foreign)).rejects.toThrow('not_found')
  })

  test.each([
    'http://127.0.0.1/hook',
    'http://localhost:5432/',
    'http://10.1.2.3/hook',
    'http://[::1]/hook',
    'http://169.254.169.254/latest/meta-data/',
  ])('%s is refused at the field', async (url) => {
    await expect(make(webhookEndpoints, { ...wish, url })).rejects.toThrow(
      /webhook.address.*"path":"url"/,
    )
    await expect(change(webhookEndpoints, endpoint, { url })).rejects.toThrow('webhook.address')
  })

  test('is a merchant’s own: those of others are not there', async () => {
    const merchant = await stage.actor('merchant')
    const list = await call(merchant, 'GET', path)
    const whose = list.data.map((one: ResourceRow) => one.merchantId)
    expect(new Set(whose)).toEqual(new Set(merchant.merchantIds))
    const own = { ...wish, merchantId: merchant.merchantIds?.[0] }
    expect(await make(webhookEndpoints, own, merchant)).toMatchObject({ mode: '1' })
    const others = { ...wish, merchantId: merchantIdOf('quayside') }
    await expect(make(webhookEndpoints, others, merchant)).rejects.toThrow('not_found')
  })
})

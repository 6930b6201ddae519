import { randomUUID } from 'node:crypto'
import { antifraudRules } from '@counterfoil/features/payments/screening-rules/antifraud-rules.resource.ts'
import type { RuleState } from '@counterfoil/features/payments/screening-rules/screening-rules.contract.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { type Actor, openTestApi, type StageOptions, type TestApi } from './test-api.ts'

interface PaymentInput {
  readonly amount?: number
  readonly currency?: string
  readonly method?: object
  readonly customer?: object
  readonly capture?: boolean
  readonly channel?: string
  /** Test unless said. */
  readonly mode?: 1 | 2
  readonly merchant?: 'harbour' | 'quayside' | 'galata'
}

interface PaymentAnswer {
  readonly id: string
  readonly status: string
  readonly declineReason: string | null
}

const card = {
  type: 'card',
  number: '4242424242424242',
  expiryMonth: 12,
  expiryYear: 2030,
  securityCode: '123',
}

/** The API with the demo's organisations, an administrator of Northwind and one of the platform, and payments. */
export async function openSettingsFixture(options: StageOptions = {}) {
  const testApi = await openTestApi(options)
  const operator = await testApi.actor('operator')
  const platform = await testApi.actor('platform')
  const colleague = await testApi.actor('operator')
  const call = async (
    actor: Actor,
    method: string,
    url: string,
    payload?: object,
    /** In which the caller works; Live unless said. */
    mode?: 1 | 2,
  ) => {
    const answer = await testApi.app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...{ authorization: `Bearer ${actor.token}`, 'idempotency-key': randomUUID() },
        ...(mode === undefined ? {} : { mode: String(mode) }),
      },
      ...(payload === undefined ? {} : { payload }),
    })
    if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.body}`)
    return answer.body === '' ? undefined : answer.json()
  }
  const make = (of: Resource, values: object, actor = operator): Promise<ResourceRow> =>
    call(actor, 'POST', `/api${of.path}`, values)
  const change = (of: Resource, row: ResourceRow, changed: object): Promise<ResourceRow> => {
    const values = Object.keys(of.fields).map((name) => [name, row[name]])
    const body = { ...Object.fromEntries(values), ...changed, version: row.version }
    return call(operator, 'PUT', `/api${of.path}/${row.id}`, body)
  }
  /** Decides on an antifraud rule; what is confirmed is what waits. */
  async function decide(actor: Actor, { id }: Pick<ResourceRow, 'id'>, what: string) {
    const path = `/api${antifraudRules.path}/${id}`
    const isConfirmed = what === 'confirm-force'
    return call(actor, 'POST', `${path}/${what}`, isConfirmed ? await waitingOf(path) : {})
  }
  async function waitingOf(path: string) {
    const { leaving, versions }: RuleState = await call(operator, 'GET', `${path}/state`)
    const version = versions.find(({ state }) => state === 'waiting')
    return { waiting: leaving?.to ?? version?.number ?? 0 }
  }
  const confirmed = async (row: ResourceRow): Promise<ResourceRow> => {
    await decide(colleague, row, 'confirm-force')
    return call(operator, 'GET', `/api${antifraudRules.path}/${row.id}`)
  }
  return {
    testApi,
    operator,
    colleague,
    decide,
    /** An antifraud rule that a colleague has confirmed, so that it is in force. */
    async makeRule(values: object): Promise<ResourceRow> {
      const row = await make(antifraudRules, values)
      await decide(operator, row, 'ask-force')
      return confirmed(row)
    },
    /** Switches an antifraud rule in force off, which a colleague confirms. */
    async turnRuleOff(row: Pick<ResourceRow, 'id'>): Promise<void> {
      const body = { ids: [row.id], isActive: false }
      await call(operator, 'PUT', `/api${antifraudRules.path}/active`, body)
      await decide(colleague, row, 'confirm-force')
    },
    /** Changes an antifraud rule in force, which a colleague confirms. */
    changeRule: async (row: ResourceRow, changed: object) =>
      confirmed(await change(antifraudRules, row, changed)),
    platform,
    call,
    /** Makes a setting and answers it. */
    make,
    change,
    turn: (of: Resource, id: string, isActive: boolean, actor = operator) =>
      call(actor, 'PUT', `/api${of.path}/active`, { ids: [id], isActive }),
    /** A payment through the merchants' API, as it is answered. */
    async pay(
      input: PaymentInput = {},
      { app }: Pick<TestApi, 'app'> = testApi,
    ): Promise<PaymentAnswer> {
      const { mode = 1, merchant = 'harbour', ...order } = input
      const answer = await app.inject({
        method: 'POST',
        url: '/v1/payments',
        headers: {
          authorization: `Bearer ${demoKeyOf(merchant, mode)}`,
          'idempotency-key': randomUUID(),
        },
        payload: { amount: 1250, currency: 'GBP', capture: true, method: card, ...order },
      })
      if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`)
      return answer.json()
    },
    async postV1(
      path: string,
      payload: object,
      merchant: 'harbour' | 'galata' = 'harbour',
      mode: 1 | 2 = 1,
    ) {
      const answer = await testApi.app.inject({
        method: 'POST',
        url: `/v1${path}`,
        headers: {
          authorization: `Bearer ${demoKeyOf(merchant, mode)}`,
          'idempotency-key': randomUUID(),
        },
        payload,
      })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}

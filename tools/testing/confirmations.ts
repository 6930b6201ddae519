// What tests of confirmation levels need: levels, actions that wait for their confirmers, and decisions on them.
import { randomUUID } from 'node:crypto'
import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import type { Actor, TestApi } from '@counterfoil/api/testing/test-api.ts'
import { settleWaitingActions } from '@counterfoil/features/payments/confirmations/confirmations.jobs.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect } from 'vitest'

type Method = 'GET' | 'POST' | 'PUT'
interface Sent {
  readonly body?: object
  readonly key?: string
  readonly mode?: string
}

const common = {
  ...{ mode: null, currency: null, amountMinor: null, onlyNewPayees: false },
  ...{ makerRoleId: null, confirmerRoleId: null, confirmers: 1, hours: 72 },
}

/** `operator` and `merchant` set the levels of their sides. */
export function confirmationsOf(
  testApi: TestApi,
  { operator, merchant }: { readonly operator: Actor; readonly merchant: Actor },
) {
  const inject = (token: string, method: Method, url: string, { body, key, mode }: Sent = {}) =>
    testApi.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key ?? randomUUID(),
        mode: mode ?? 'Test',
      },
      ...(body === undefined ? {} : { payload: body }),
    })

  const base = (actor: Actor) =>
    actor.kind === 'merchant' ? '/api/transactions' : '/api/crm/transactions'
  const post = (actor: Actor, path: string, body: object = {}, sent: Sent = {}) =>
    inject(actor.token, 'POST', `${base(actor)}/${path}`, { body, ...sent })
  const get = (actor: Actor, path: string) => inject(actor.token, 'GET', `${base(actor)}/${path}`)
  /** As the server of Harbour Books. */
  const v1 = (method: Method, path: string, body?: object, key?: string) =>
    inject('cf_test_demo_harbour', method, `/v1/${path}`, {
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key }),
    })

  /** The id of a payment by card. */
  async function paid(some: object = {}): Promise<string> {
    const answer = await v1('POST', 'payments', {
      amount: 1000,
      currency: 'GBP',
      method: { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 },
      ...some,
    })
    return answer.json().id
  }

  async function makeLevel(by: Actor, path: string, body: object) {
    const answer = await inject(by.token, 'POST', `/api/crm/settings/${path}`, { body })
    expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  }
  /** A level for operators. */
  const level = (actions: string[], some: object = {}) =>
    makeLevel(operator, 'confirmation-levels', {
      ...{ ...common, name: randomUUID(), actions, ...some },
    })
  /** A level of the merchant's own. */
  const merchantLevel = (actions: string[], some: object = {}) =>
    makeLevel(merchant, 'merchant-confirmation-levels', {
      ...{ ...common, name: randomUUID(), actions, merchantId: merchantIdOf('harbour'), ...some },
    })

  const refund = (by: Actor, id: string, body: object = {}, key?: string) =>
    post(by, `${id}/refunds`, body, key === undefined ? {} : { key })
  const confirm = (by: Actor, id: string, key?: string) =>
    post(by, `waiting-actions/${id}/confirmations`, {}, key === undefined ? {} : { key })

  /** The id of the action that waits by this answer. */
  function waiting(answer: Awaited<ReturnType<typeof inject>>): string {
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { waitingAction: {} }])
    return answer.json().waitingAction.id
  }

  const settle = () => settleWaitingActions(testApi.providers, jobContextOf(testApi.test))

  return { inject, post, get, v1, paid, level, merchantLevel, refund, confirm, waiting, settle }
}

import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { readerOf } from '@counterfoil/features/reporting/exports/exports.public.ts'
import type { Scope, TenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { lastDay, makeReportPayments } from '@counterfoil/tools/testing/report-payments.ts'
import { expect, test } from 'vitest'
import { questionDesk } from './answer-question.ts'
import { widgetEndpoints } from './endpoints.rules.ts'
import { type KeyParts, questionKey } from './question-key.ts'

const now = new Date(`${lastDay}T12:00:00Z`)
const fixture = await paymentFixture({ now: () => now })
const { tenantId, merchantId, database } = fixture
const other = await makeMerchant(fixture, { tenant_id: tenantId })
const stranger = await makeTenant(fixture)
await makeReportPayments(fixture, other, 60)

const operator = (values: object = {}) =>
  makeUser(fixture, {
    ...{ tenant_id: tenantId, user_type: 'tenant', permissions: ['CRM.Transaction.View'] },
    ...values,
  })
const ofMerchant = (id: string) =>
  operator({
    ...{ user_type: 'merchant', merchant_id: id, permissions: ['Merchant.Transaction.View'] },
  })

/** Who asks the same at the same time, and sees something else. */
const readers = {
  operator: await contextOf(await operator()),
  strangerOperator: await contextOf(await operator({ tenant_id: stranger.id })),
  ofOneMerchant: await contextOf(await operator({ limited_to: [other.id] })),
  ofTransfers: await contextOf(await operator({ limited_to_methods: ['bank_transfer'] })),
  ofAlpha: await contextOf(await operator({ limited_to_providers: ['sandbox_alpha'] })),
  merchant: await contextOf(await ofMerchant(merchantId)),
  otherMerchant: await contextOf(await ofMerchant(other.id)),
}
const names = Object.keys(readers) as (keyof typeof readers)[]

/** What a question needs to know of who asks. */
async function contextOf(user: { readonly id: string }): Promise<Context<UserCaller>> {
  const subject = { issuer: 'http://localhost:4001', subject: user.id, email: undefined }
  const reader = readerOf(database, await callerFinder(database)(subject), 2, now)
  return { ...reader, db: database.reader(reader.scope) } as unknown as Context<UserCaller>
}

const questions = widgetEndpoints
  .filter(({ source }) => source.kind === 'payments' || source.kind === 'movement')
  .filter(({ id }) => /status|method|movement/.test(id))
  .map((endpoint) => ({ endpoint, filters: { dateFrom: '2026-10-23', dateTo: lastDay } }))

/** Who is answered otherwise beside all others than when asking alone, with the figures of whom. */
async function leaksWith(key: (parts: KeyParts) => string): Promise<string[]> {
  const leaks: string[] = []
  for (const question of questions) {
    const alone = new Map<string, string>()
    for (const name of names) {
      const answer = await questionDesk(key)(question, readers[name])
      alone.set(name, JSON.stringify([answer.data, answer.totalPayments]))
    }
    // each asks first once, so that each could be the one whose answer the others are given
    for (const first of names) {
      const desk = questionDesk(key)
      const order = [first, ...names.filter((name) => name !== first)]
      const answers = await Promise.all(order.map((name) => desk(question, readers[name])))
      answers.forEach((answer, at) => {
        const name = order[at] ?? first
        const seen = JSON.stringify([answer.data, answer.totalPayments])
        if (seen !== alone.get(name)) leaks.push(`${name} is shown what is not theirs`)
      })
    }
  }
  return [...new Set(leaks)].sort()
}

const withScope = (change: (scope: TenantScope) => Scope) => (parts: KeyParts) =>
  questionKey({
    ...parts,
    scope: parts.scope.kind === 'tenant' ? change(parts.scope) : parts.scope,
  })

test('the questions have figures, and readers see different ones', async () => {
  expect(questions.length).toBeGreaterThan(2)
  const [question] = questions
  if (question === undefined) throw new Error('There is no question')
  const counts = await Promise.all(
    names.map(
      async (name) => (await questionDesk(questionKey)(question, readers[name])).totalPayments,
    ),
  )
  expect(new Set(counts).size).toBeGreaterThan(4)
})

test('readers who ask the same question at the same time each get their own figures', async () => {
  expect(await leaksWith(questionKey)).toEqual([])
})

test.each([
  ['the scope', () => ({ kind: 'platform' }) as const, 7],
  ['the tenant', (scope: TenantScope) => ({ ...scope, tenantId: '' }), 2],
  ['the merchants', (scope: TenantScope) => ({ ...scope, merchantIds: null }), 4],
  [
    'the limits to methods and providers',
    (scope: TenantScope) => ({ ...scope, payments: undefined }),
    3,
  ],
])('a key that left out %s would be found', async (_, change, shown) => {
  const leaks = await leaksWith(withScope(change as (scope: TenantScope) => Scope))
  expect(leaks).toHaveLength(shown)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import cardValidator from 'card-validator'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { sandboxBanksDocument } from '../../banks/sandbox/document.ts'
import { openProviders } from '../../providers.ts'
import type { AuthoriseRequest, FollowUpRequest } from '../acquirer.ts'
import { sandboxCardsDocument, sandboxDocument } from './document.ts'
import { cardScenarios, scenarioNamed, transferScenarios } from './scenarios.ts'

const { urls } = await testDatabase()
const providers = openProviders({
  sandboxDatabaseUrl: urls.app,
  publicUrl: 'http://localhost:4000',
  mayReachPrivate: false,
})
const alpha = providers.acquirers.get('sandbox_alpha') as NonNullable<
  ReturnType<typeof providers.acquirers.get>
>
const signal = new AbortController().signal
const metadata = { tenantId: v7(), paymentId: v7() }

function request(amountMinor: bigint, some: Partial<AuthoriseRequest> = {}): AuthoriseRequest {
  return {
    reference: v7(),
    midCode: 'MID',
    amountMinor,
    currency: 'GBP',
    capture: false,
    partialApproval: false,
    descriptor: '',
    metadata,
    method: {
      type: 'card',
      number: '4242424242424242',
      expiryMonth: 12,
      expiryYear: 2090,
      securityCode: '123',
    },
    ...some,
  }
}

async function authorised(amountMinor: bigint): Promise<(amount: bigint) => FollowUpRequest> {
  const answer = await alpha.authorise(request(amountMinor), signal)
  if (answer.result !== 'approved') throw new Error(answer.result)
  return (amount) => ({ ...request(amount), acquirerReference: answer.acquirerReference })
}

test('docs/sandbox.md and docs/sandbox-cards.md say what the tables say', () => {
  const file = join(import.meta.dirname, '../../../docs/sandbox.md')
  expect(readFileSync(file, 'utf8')).toBe(sandboxDocument())
  const cards = join(import.meta.dirname, '../../../docs/sandbox-cards.md')
  expect(readFileSync(cards, 'utf8')).toBe(sandboxCardsDocument())
  const banks = join(import.meta.dirname, '../../../docs/sandbox-banks.md')
  expect(readFileSync(banks, 'utf8')).toBe(sandboxBanksDocument())
})

test('published cards are valid numbers, and every scenario has a name of its own', () => {
  for (const number of Object.keys(cardScenarios)) {
    expect(cardValidator.number(number).isValid, number).toBe(true)
  }
  for (const one of [...Object.values(cardScenarios), ...Object.values(transferScenarios)]) {
    expect(scenarioNamed(one.name)).toEqual(one)
  }
})

test('the same reference is the same request', async () => {
  const once = request(1000n, { capture: true })
  const first = await alpha.authorise(once, signal)
  expect(await alpha.authorise(once, signal)).toEqual(first)
  expect(await alpha.lookup(once.reference, signal)).toEqual(first)
  const follow = await authorised(1000n)
  const refund = follow(1000n)
  const capture = follow(1000n)
  await alpha.capture(capture, signal)
  await alpha.capture(capture, signal)
  expect(await alpha.refund(refund, signal)).toEqual(await alpha.refund(refund, signal))
  expect(await alpha.refund(follow(1n), signal)).toMatchObject({ code: 'exceeds_authorisation' })
})

test('never more than was authorised or captured, whoever asks', async () => {
  const follow = await authorised(1000n)
  expect(await alpha.refund(follow(1n), signal)).toMatchObject({ result: 'declined' })
  const captures = await Promise.all(
    [600n, 600n].map((amount) => alpha.capture(follow(amount), signal)),
  )
  expect(captures.map((one) => one.result).toSorted()).toEqual(['approved', 'declined'])
  expect(await alpha.void(follow(401n), signal)).toMatchObject({ result: 'declined' })
  expect(await alpha.void(follow(400n), signal)).toMatchObject({ result: 'approved' })
  expect(await alpha.reverse(follow(600n), signal)).toMatchObject({ result: 'approved' })
  expect(await alpha.refund(follow(1n), signal)).toMatchObject({ result: 'declined' })
})

test('what never arrived is not found', async () => {
  expect(await alpha.lookup(v7(), signal)).toEqual({ result: 'not_found' })
})

import { randomUUID } from 'node:crypto'
import {
  type CallSample,
  type Fixture,
  harbour,
  northwind,
} from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

const set = { rules: [], otherwise: { way: 'priority' }, explore: 0 }

/** A version that somebody else made, and what its merchant may set. */
async function makeVersion(
  { testApi }: Pick<Fixture, 'testApi'>,
  state: string,
): Promise<{ id: string }> {
  const { owner } = testApi.test
  const id = randomUUID()
  await owner.query(
    `insert into app.routing_opening (tenant_id, merchant_id, may, confirmed_by, updated_at)
     values ($1, $2, '{order,split,rank,cost}', 'merchant', now()) on conflict do nothing`,
    [northwind, harbour],
  )
  await owner.query(
    `insert into app.routing_version (tenant_id, id, merchant_id, mode, number, note, state, rules, made_by,
       made_by_name, asked_by, created_at, updated_at)
     select $1, $2, $3, 1, coalesce(max(number), 0) + 1, '', $4, $5, $6, 'Somebody else', $6, now(), now()
     from app.routing_version where merchant_id = $3 and mode = 1`,
    [northwind, id, harbour, state, JSON.stringify(set), randomUUID()],
  )
  return { id }
}

const on =
  (state: string, body?: object): CallSample =>
  async (fixture) => {
    const params = await makeVersion(fixture, state)
    return body === undefined ? { params } : { params, body }
  }

/** A draft that a merchant itself made of its routing rules: it sees no others. */
async function makeRoutingDraft(
  { owner }: TestDatabase,
  own: { tenant_id: string; merchant_id: string; user_id: string },
): Promise<void> {
  await owner.query(
    `insert into app.routing_version (tenant_id, id, merchant_id, mode, number, note, state, rules, made_by, made_by_name,
       is_of_merchant, created_at, updated_at)
     values ($1, $2, $3, 2, 1, '', 'draft', $4, $5, 'Somebody', true, now(), now())`,
    [
      ...[own.tenant_id, newId(new Date()), own.merchant_id],
      ...[{ rules: [], otherwise: { way: 'priority' }, explore: 0 }, own.user_id],
    ],
  )
}

export const samples: Samples = {
  calls: {
    'smart-routing.create': async (fixture) => {
      await makeVersion(fixture, 'past')
      return { body: { merchantId: harbour, mode: 'Test', note: '' } }
    },
    'smart-routing.read': async () => ({ query: { merchantId: harbour } }),
    'smart-routing.version': on('draft'),
    'smart-routing.update': on('draft', { version: 1, note: '', set }),
    'smart-routing.delete': on('draft'),
    'smart-routing.ask-version': on('draft', {}),
    'smart-routing.confirm-version': on('waiting', { version: 1 }),
    'smart-routing.withdraw-version': on('waiting', {}),
    'smart-routing.roll-back-version': on('past', {}),
    'smart-routing.backtest': on('draft', { days: 7 }),
    'smart-routing.backtests': on('draft'),
    'smart-routing.traffic': async () => ({ query: { merchantId: harbour } }),
    'smart-routing.sample': on('draft'),
    'smart-routing.update-opening': async ({ testApi }) => {
      await testApi.test.owner.query('delete from app.routing_opening')
      const body = { may: ['order'], confirmedBy: 'merchant', version: 0 }
      return { params: { id: harbour }, body }
    },
  },
  withoutEntry: {
    'smart-routing.sample': 'changes nothing and shows what its reader may see anyway',
  },
  ofMerchant: makeRoutingDraft,
}

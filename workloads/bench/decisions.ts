import { readCard } from '@counterfoil/features/payments/cards/cards.rules.ts'
import {
  type Account,
  decideOrderIn,
  evaluateBy,
  findAccount,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { lookAtScreening } from '@counterfoil/features/routing/antifraud/screening.public.ts'
import { screenOrder } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import type { RuleSet } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { type Db, openDatabase } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { bumpSettings } from '@counterfoil/kit/database/resource-rows.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { openProviders, type Providers } from '@counterfoil/providers/providers.ts'
import type { Bench } from '../bench.ts'
import { merchantIdOf, tenantIdOf } from '../demo/store-organisations.ts'

const tenantId = tenantIdOf('northwind')
const merchantId = merchantIdOf('harbour')
const mode = 2
const rulesEach = 500
const entriesEach = 1_000_000
/** By which what is measured with is found again. */
const mark = 'measured'

/**
 * What deciding about a payment costs: it is screened by 500 rules and two lists of a million entries, and routed by a
 * rule set of 500 rules, of which the last one takes it. Beside it the same payment with no rules and empty lists.
 */
export async function measureDecisions(bench: Bench): Promise<string[]> {
  const { client } = bench
  const database = openDatabase({ ...bench.urls, maxConnections: 2 })
  const providers = openProviders({
    sandboxDatabaseUrl: bench.urls.appUrl,
    publicUrl: bench.url,
    mayReachPrivate: true,
    acquirerTimeoutMs: 1_000,
  })
  const bump = () => database.transaction(tenantScope(tenantId), (db) => bumpSettings(db, tenantId))
  const decide = async () => {
    await bump()
    return database.transaction(tenantScope(tenantId), (db) =>
      measureIn({ database, providers }, db, bench.seconds),
    )
  }
  try {
    await remove(bench)
    const bare = await decide()
    await fill(bench)
    const whole = await decide()
    if (!whole.isRuled || bare.isRuled) throw new Error('The last rule does not take the payment')
    const line = (what: string, { rulesMs, cpuMs, ms }: Measured) =>
      `${what.padEnd(46)} ${rulesMs.toFixed(2).padStart(12)} ${cpuMs.toFixed(2).padStart(14)} ${ms.toFixed(2).padStart(9)}`
    return [
      'Deciding about a payment (processor ms)         rules alone   with database   wall ms',
      line('no rules, empty lists', bare),
      line('500 + 500 rules, lists of 1,000,000 entries', whole),
      `processor time of the rules and lists: ${(whole.cpuMs - bare.cpuMs).toFixed(2)} ms`,
    ]
  } finally {
    await remove(bench)
    await bump()
    await client.query('vacuum analyze app.blacklist_entry, app.whitelist_entry')
    await providers.close()
    await database.close()
  }
}

interface Measured {
  readonly cpuMs: number
  /** Of screening and routing alone, when what the database answers is known. */
  readonly rulesMs: number
  readonly ms: number
  readonly isRuled: boolean
}

/** One payment after the other, so that the processor time of this process is theirs. */
async function measureIn(
  of: { readonly database: ReturnType<typeof openDatabase>; readonly providers: Providers },
  db: Db,
  seconds: number,
): Promise<Measured> {
  const evaluator = { ...of, tenantId }
  const at = new Date()
  const method = {
    ...{ type: 'card' as const, number: '4242424242424242', securityCode: '123' },
    ...{ expiryMonth: 12, expiryYear: at.getUTCFullYear() + 2 },
  }
  const order = {
    ...{ merchantId, mode: mode as 2, amountMinor: 1_250n, currency: 'GBP', capture: true, method },
    ...{ externalId: null, description: null, channel: 'api' as const },
    customer: { email: 'no.one@listed.example', country: 'GB', ip: '203.0.113.7', device: 'd' },
  }
  const card = { ...readCard(method, at), token: mark }
  const account = (await findAccount(db, { ...order, first6: card.first6 })) as Account
  const look = () => {
    const now = new Date()
    return evaluateBy(lookAtScreening, evaluator, db, {
      operationId: newId(now),
      order,
      card,
      account,
      at: now,
    })
  }
  const evaluated = await look()
  const { routedBy, decision, facts } = evaluated
  if (decision.kind !== 'sent') throw new Error(`The payment is not sent: ${decision.kind}`)
  for (let warming = 0; warming < 300; warming += 1) await look()
  const { ip, device, email, country } = order.customer
  const screened = {
    ...{
      operationId: mark,
      merchantId,
      currency: order.currency,
      amountMinor: order.amountMinor,
      at,
    },
    ...{ cardToken: card.token, iin: card.first6, email, ip, device, country, cardCountry: null },
    ...{ hits: new Map<string, number[]>(), restrictedUntil: null, windowS: 60 },
  }
  const asked = { operationId: newId(at), order, card, account, at }
  const rulesMs = cpuMsOf(1_000, () => {
    screenOrder(screened, facts.rules)
    decideOrderIn(evaluated, evaluator, asked)
  })
  const startedAt = performance.now()
  const before = process.cpuUsage()
  let looked = 0
  for (; performance.now() - startedAt < seconds * 1000; looked += 1) await look()
  const { user, system } = process.cpuUsage(before)
  return {
    rulesMs,
    cpuMs: (user + system) / 1000 / looked,
    ms: (performance.now() - startedAt) / looked,
    isRuled: routedBy?.ruleId === `r${rulesEach - 1}`,
  }
}

/** Of one of so many turns, the first of which are not counted. */
function cpuMsOf(turns: number, work: () => void): number {
  for (let warming = 0; warming < 300; warming += 1) work()
  const before = process.cpuUsage()
  for (let turn = 0; turn < turns; turn += 1) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / turns
}

/** Rules of every kind, none of which finds anything: ceilings, countries, and twenty that count. */
async function fill({ client }: Bench): Promise<void> {
  await client.query(
    `insert into app.antifraud_rule (tenant_id, id, rule, outcome, threshold, window_s, currency, amount_minor, countries,
       merchant_id, effect, if_missing, created_at)
     select $1, uuidv7(), case when n < 20 then 'email_velocity' when n < 100 then 'blocked_country' else 'amount_ceiling' end,
       'flag', case when n < 20 then 1000000 end, case when n < 20 then 600 + n end,
       case when n >= 100 then 'GBP' end, case when n >= 100 then 1000000 + n end,
       case when n between 20 and 99 then array['KP', 'IR'] else '{}' end, $2, 'live', null, now()
     from generate_series(0, $3::int - 1) as n`,
    [tenantId, merchantId, rulesEach],
  )
  await client.query(
    `insert into app.antifraud_version (tenant_id, id, rule_id, number, values, state, made_by_name, created_at)
     select tenant_id, uuidv7(), id, 1, '{}', 'active', $2, now() from app.antifraud_rule
     where tenant_id = $1 and window_s between 600 and 619 or amount_minor between 1000100 and 1000499`,
    [tenantId, mark],
  )
  for (const list of ['blacklist_entry', 'whitelist_entry']) {
    await client.query(
      `insert into app.${list} (tenant_id, id, kind, value, reason, created_at, updated_at)
       select $1, uuidv7(), 'email', 'p' || n || '@listed.example', $2, now(), now()
       from generate_series(1, $3::int) as n`,
      [tenantId, mark, entriesEach],
    )
    await client.query(`analyze app.${list}`)
  }
  const { rows } = await client.query<{ id: string }>(
    'select id from app.mid where tenant_id = $1 and merchant_id = $2 and mode = $3 and is_active order by priority limit 1',
    [tenantId, merchantId, mode],
  )
  const midIds = rows.map(({ id }) => id)
  const set: RuleSet = {
    otherwise: { way: 'priority' },
    explore: 0,
    rules: Array.from({ length: rulesEach }, (_, n) => ({
      id: `r${n}`,
      name: `Rule ${n}`,
      conditions: [
        // the last one takes all others
        ...(n === rulesEach - 1
          ? []
          : [{ fact: 'amount' as const, currency: 'GBP', min: 2_000 + n, max: 2_000 + n }]),
        { fact: 'method' as const, isNot: false, values: ['card'] },
      ],
      to: { way: 'order' as const, midIds },
      goesOn: true,
    })),
  }
  await client.query(
    `insert into app.routing_version (tenant_id, id, merchant_id, mode, number, note, state, rules, made_by, made_by_name,
       created_at, updated_at)
     values ($1, uuidv7(), $2, $3, 1000000, $4, 'active', $5, gen_random_uuid(), $4, now(), now())`,
    [tenantId, merchantId, mode, mark, JSON.stringify(set)],
  )
}

/** Also what an interrupted run left. */
async function remove({ client }: Bench): Promise<void> {
  await client.query(
    `delete from app.antifraud_rule where tenant_id = $1 and outcome = 'flag' and merchant_id = $2
       and (window_s between 600 and 619 or countries = array['KP', 'IR'] or amount_minor between 1000100 and 1000499)`,
    [tenantId, merchantId],
  )
  await client.query('delete from app.routing_version where tenant_id = $1 and note = $2', [
    tenantId,
    mark,
  ])
  for (const list of ['blacklist_entry', 'whitelist_entry']) {
    await client.query(`delete from app.${list} where tenant_id = $1 and reason = $2`, [
      tenantId,
      mark,
    ])
  }
}

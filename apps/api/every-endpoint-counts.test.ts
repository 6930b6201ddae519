import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { fieldsOf } from '@counterfoil/kit/testing/sample.ts'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { makeBelongings, makeHistory } from './testing/history.ts'
import { mayCall, tablesReadBy, textOf } from './testing/isolation.ts'
import { timeout } from './testing/isolation-api.ts'
import { divide, type Row, readRows } from './testing/isolation-rows.ts'
import { idParamsOf, paramsWith, queryOf, type RequestParts, send } from './testing/requests.ts'
import { type Actor, openTestApi, type TestApi } from './testing/test-api.ts'

// A number that counts what its reader does not see has no id in it: it shows when what is counted is taken away. Every answer
// to people who see payments of one method alone must stay as it was when the others go.

const isOnCluster = process.env.CITUS_TEST_SERVER !== undefined
/** The payments of the history to which most belongs are by others. */
const seen = 'bank_transfer'

test.skipIf(isOnCluster)(
  'no answer depends on payments that its reader does not see',
  {
    timeout,
  },
  async () => {
    const testApi = await openTestApi()
    const { owner } = testApi.test
    await makeHistory(testApi)
    await addToUnseen(owner)
    const actors = [
      await testApi.actor('operator', [], { limited_to_methods: [seen] }),
      await testApi.actor('merchant', [], { limited_to_methods: [seen] }),
    ]
    for (const { tenantId, subject } of actors) {
      await makeBelongings(testApi.test, { tenant_id: tenantId, user_id: subject })
    }
    const rows = await readRows(owner)
    const questions: Question[] = []
    for (const actor of actors) questions.push(...(await questionsOf(testApi, actor, rows)))
    expect(questions.length).toBeGreaterThan(500)
    // what an answer says of the time, or of what was asked before, is another one each time
    for (const one of questions) one.again = await ask(testApi, one)
    await takeAwayUnseen(owner)
    const changed: string[] = []
    for (const one of questions) {
      const { again = new Map(), answer, endpoint, parts } = one
      const now = await ask(testApi, one)
      const places = [...new Set([...answer.keys(), ...now.keys()])].filter(
        (place) => answer.get(place) === again.get(place) && answer.get(place) !== now.get(place),
      )
      if (places.length === 0) continue
      const { params, query } = parts
      const what = places.map((place) => `${place} ${again.get(place)} → ${now.get(place)}`)
      const address = `${endpoint.path} ${JSON.stringify({ params, query })}`
      changed.push(`${one.kind}: ${address}: ${what.slice(0, 5).join(', ')}`)
    }
    expect(changed).toEqual([])
  },
)

type Answer = ReadonlyMap<string, unknown>
interface Question {
  readonly kind: Actor['kind']
  readonly endpoint: AnyEndpoint
  readonly parts: RequestParts
  readonly answer: Answer
  again?: Answer
}

/** Every reading call that answers the actor, of everything at once and of one record of each kind. */
async function questionsOf(testApi: TestApi, actor: Actor, rows: readonly Row[]) {
  const { own } = divide(actor, rows)
  const questions: Question[] = []
  for (const endpoint of testApi.endpoints) {
    const idParams = idParamsOf(endpoint)
    if (endpoint.method !== 'GET' || !mayCall(actor, endpoint) || idParams.length > 1) continue
    const read =
      idParams.length === 0 ? undefined : await tablesReadBy({ testApi, actor, rows }, endpoint)
    const some = own.filter(({ table }) => read?.has(table) !== false)
    const params = idParams.length === 0 ? [{}] : some.map(({ id }) => paramsWith(endpoint, [id]))
    for (const one of params) {
      for (const query of queriesOf(endpoint)) {
        const parts = { token: actor.token, params: one, query }
        const { statusCode, answer } = await askOnce(testApi, { endpoint, parts })
        if (statusCode < 300) questions.push({ kind: actor.kind, endpoint, parts, answer })
      }
    }
  }
  return questions
}

/** The least query, and one of the days in which the history is. */
function queriesOf(endpoint: AnyEndpoint): Record<string, string>[] {
  const usual = queryOf(endpoint)
  const names = endpoint.query ? fieldsOf(endpoint.query).map(({ name }) => name) : []
  const dayOf = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const days = {
    dateFrom: dayOf(-20),
    createdFrom: dayOf(-20),
    dateTo: dayOf(1),
    createdTo: dayOf(1),
  }
  const recent = Object.entries(days).filter(([name]) => names.includes(name))
  if (recent.length === 0) return [usual]
  const spelled = ['', 'T00:00:00.000Z'].map((time) => ({
    ...usual,
    ...Object.fromEntries(recent.map(([name, day]) => [name, day + time])),
  }))
  return [usual, ...spelled.filter((query) => endpoint.query?.safeParse(query).success)]
}

const ask = async (testApi: TestApi, question: Pick<Question, 'endpoint' | 'parts'>) =>
  (await askOnce(testApi, question)).answer

async function askOnce(
  { app }: TestApi,
  { endpoint, parts }: Pick<Question, 'endpoint' | 'parts'>,
) {
  const answer = await send(app, endpoint, parts)
  return { statusCode: answer.statusCode, answer: placesOf(textOf(answer)) }
}

/** What an answer says, by the place where it says it. */
function placesOf(text: string): Answer {
  const places = new Map<string, unknown>()
  const put = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) places.set(place, value)
    else for (const [name, part] of Object.entries(value)) put(part, `${place}.${name}`)
  }
  try {
    put(JSON.parse(text), '')
  } catch {
    put(text, 'text')
  }
  return places
}

/** What the history has of no payment, of those that are not seen: each record is one that something could count. */
async function addToUnseen(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(`select id from payment where method <> $1`, [
    seen,
  ])
  const of = 'tenant_id, merchant_id'
  for (const { id } of rows) {
    const add = (table: string, columns: string, values: string) =>
      owner.query(
        `insert into ${table} (${of}, id, payment_id, ${columns}) select ${of}, $2, id, ${values} from payment where id = $1`,
        [id, newId(new Date())],
      )
    await add(
      ...([
        'dispute',
        'state, amount_minor, currency, reason, reason_code, opened_at, respond_by',
      ] as const),
      `'opened', amount_minor, currency, 'Fraud', 'fraud', now(), now() + '2 days'::interval`,
    )
    await add(
      ...(['payment_note', 'author_id, author_name, created_at, is_internal, text'] as const),
      `id, 'Jane', now(), false, 'A note'`,
    )
    const screened = 'created_at, message, outcome, owner, rule, rule_id, rule_version'
    const rule = `now(), '{}', 'review', 'tenant', 'amount', (select id from antifraud_rule limit 1), 1`
    await add('antifraud_alert', screened, rule)
    await add('antifraud_match', `${screened}, effect, mode`, `${rule}, 'shadow', mode`)
    await add(
      ...(['card_restriction', 'card_token, expires_at, placed_at, mode'] as const),
      `id::text, now() + '1 day'::interval, now(), mode`,
    )
    await add(
      ...([
        'bank_order_item',
        'bank_order_id, line, booked_on, amount_minor, currency, reference, state',
      ] as const),
      `(select o.id from bank_order as o where o.tenant_id = payment.tenant_id order by o.id desc limit 1),
       (select count(*) + 10 from bank_order_item), now()::date, amount_minor, currency, 'A reference', 'matched'`,
    )
    await owner.query(
      `update bank_entry set payment_id = $1 where id = (
         select e.id from bank_entry as e join payment as p on p.tenant_id = e.tenant_id and p.merchant_id = e.merchant_id
         where p.id = $1 and e.payment_id is null order by e.id limit 1)`,
      [id],
    )
    await owner.query(
      `update payment_attempt set decline_code = 'unseen', decline_reason = 'Unseen' where payment_id = $1`,
      [id],
    )
  }
}

/** Takes the payments that are not seen away, with all that is about them and what was counted of them. */
async function takeAwayUnseen(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by c.oid`,
  )
  // neither foreign keys nor what is append-only keep them
  await owner.query(`set session_replication_role = replica`)
  const unseen = `(select id from payment where method <> '${seen}')`
  for (const { name, columns } of rows) {
    if (columns.includes('payment_id')) {
      await owner.query(`delete from app.${name} where payment_id in ${unseen}`)
    } else if (name.includes('rollup') && columns.includes('method')) {
      await owner.query(`delete from app.${name} where method <> '${seen}'`)
    }
  }
  await owner.query(`delete from support_reference where record_id in ${unseen}`)
  await owner.query(
    `delete from audit_entry where record_id in (select id::text from payment where method <> $1)`,
    [seen],
  )
  await owner.query(`delete from payment where method <> $1`, [seen])
  await owner.query(`set session_replication_role = default`)
}

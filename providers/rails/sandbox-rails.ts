import type { ForeignDatabase } from '@counterfoil/kit/database/foreign.ts'
import { behaviourOf, scenarioNamed } from '../acquirers/sandbox/scenarios.ts'
import type { RailCode, RailOrder, RailState, Rails, RecallState } from './rail.ts'

// The sandbox's rails: they move no money, and answer by the end of the account's number; of a card, by its acquirer's.

/** How an account's number ends, and what becomes of transfers to it. */
const railScenarios = {
  '9101': 'rejected',
  '9102': 'returned',
  '9103': 'lost_answer',
  '9104': 'slow',
  // paid like any other; what becomes of a recall
  '9105': 'recall_refused',
  '9106': 'recall_with_fee',
  '9107': 'recall_unanswered',
  // the payee's bank never says that it has it
  '9108': 'unsettled',
} as const
type Scenario = (typeof railScenarios)[keyof typeof railScenarios] | 'refused_later' | 'paid'

/** From when it was taken until it is paid. */
const delaysMs: Readonly<Record<RailCode, number>> = {
  sepa_credit_transfer: 8_000,
  sepa_instant: 1_000,
  faster_payments: 1_500,
  tr_fast: 1_000,
  tr_eft: 5_000,
  card_credit: 1_500,
}
const slowMs = 60_000
/** After it was paid. */
const returnsAfterMs = 4_000
/** The payee's bank has 15 banking days for its answer; here it takes seconds. */
const recallsAfterMs = 3_000
/** What the payee's bank keeps where it charges for sending the money back. */
const recallFeeMinor = 500n

/** The account is closed, in each scheme's own word. */
const closedCode: Readonly<Record<RailCode, string>> = {
  sepa_credit_transfer: 'AC04',
  sepa_instant: 'AC04',
  faster_payments: '1160',
  tr_fast: 'AC04',
  tr_eft: 'AC04',
  card_credit: '57',
}
const returnCode: Readonly<Record<RailCode, string>> = {
  ...closedCode,
  faster_payments: '00000002',
}

interface Row {
  readonly rail: RailCode
  readonly scenario: Scenario
  readonly end_to_end_id: string
  readonly accepted_at: Date
}

/** Rails on a database of their own; `now` is their clock. */
export function sandboxRails(database: ForeignDatabase, now: () => Date): Rails {
  return {
    async submit(order) {
      const values = [order.endToEndId, order.rail, order.amountMinor, order.currency]
      const [row] = await database.query<Row & { readonly isNew: boolean }>(
        `insert into rail_transfer as t (end_to_end_id, rail, amount_minor, currency, scenario, accepted_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (end_to_end_id) do update set submissions = t.submissions + 1
         returning t.*, t.submissions = 1 as "isNew"`,
        [...values, await scenarioOf(database, order), now()],
      )
      if (row === undefined) throw new Error('The sandbox lost a transfer')
      if (row.isNew && row.scenario === 'lost_answer') throw new Error('The rail did not answer')
      return stateOf(row, now())
    },
    async find(endToEndId) {
      const [row] = await database.query<Row>(
        'select * from rail_transfer where end_to_end_id = $1',
        [endToEndId],
      )
      return row === undefined ? undefined : stateOf(row, now())
    },
    async recall({ recallId, endToEndId, reason }) {
      await database.query(
        `insert into rail_recall (recall_id, end_to_end_id, reason, asked_at) values ($1, $2, $3, $4)
         on conflict (recall_id) do nothing`,
        [recallId, endToEndId, reason, now()],
      )
      const found = await findRecall(database, recallId, now())
      if (found === undefined) throw new Error('The sandbox lost a recall')
      return found
    },
    findRecall: (recallId) => findRecall(database, recallId, now()),
  }
}

async function findRecall(
  database: ForeignDatabase,
  recallId: string,
  at: Date,
): Promise<RecallState | undefined> {
  const [row] = await database.query<Row & { amount_minor: bigint; asked_at: Date }>(
    `select t.*, r.asked_at from rail_recall r join rail_transfer t using (end_to_end_id) where recall_id = $1`,
    [recallId],
  )
  if (row === undefined) return undefined
  const transfer = stateOf(row, at)
  // there is nothing to send back any more
  if (transfer.state === 'rejected' || transfer.state === 'returned') {
    return { state: 'refused', code: 'ARDT' }
  }
  const isEarly = at.getTime() - row.asked_at.getTime() < recallsAfterMs
  if (transfer.state !== 'paid' || isEarly) return { state: 'asked' }
  switch (row.scenario) {
    case 'recall_unanswered':
      return { state: 'asked' }
    case 'recall_refused':
      return { state: 'refused', code: 'CUST' }
    case 'recall_with_fee': {
      const keptMinor = row.amount_minor > recallFeeMinor ? recallFeeMinor : 0n
      return { state: 'accepted', returnedMinor: row.amount_minor - keptMinor, keptMinor }
    }
    default:
      return { state: 'accepted', returnedMinor: row.amount_minor, keptMinor: 0n }
  }
}

/** What a transfer to this payee does: by the end of the account's number, of a card by what its acquirer knows of it. */
async function scenarioOf(database: ForeignDatabase, { payee }: RailOrder): Promise<Scenario> {
  const { card, account } = payee
  if (card === null) return railScenarios[account.slice(-4) as keyof typeof railScenarios] ?? 'paid'
  const [kept] = await database.query<{ readonly scenario: string }>(
    'select scenario from vault_card where provider = $1 and reference = $2 and deleted_at is null',
    [card.provider, account],
  )
  if (kept === undefined) return 'rejected'
  const behaviour = behaviourOf(scenarioNamed(kept.scenario), 'payout', card.provider)
  switch (behaviour.does) {
    case 'decline':
      return 'rejected'
    case 'time_out':
      return 'lost_answer'
    case 'wait':
      return behaviour.ending === 'decline' ? 'refused_later' : 'slow'
    default:
      return 'paid'
  }
}

function stateOf({ rail, scenario, end_to_end_id, accepted_at }: Row, at: Date): RailState {
  if (scenario === 'rejected') return { state: 'rejected', code: closedCode[rail] }
  const railReference = `${rail.toUpperCase().replaceAll('_', '')}-${end_to_end_id.slice(-10)}`
  const ageMs = at.getTime() - accepted_at.getTime()
  const paidAfterMs = scenario === 'slow' ? slowMs : delaysMs[rail]
  if (scenario === 'unsettled' || ageMs < paidAfterMs) return { state: 'sent', railReference }
  if (scenario === 'refused_later') return { state: 'rejected', code: closedCode[rail] }
  if (scenario !== 'returned') return { state: 'paid', railReference, mayReturn: false }
  return ageMs < paidAfterMs + returnsAfterMs
    ? { state: 'paid', railReference, mayReturn: true }
    : { state: 'returned', railReference, code: returnCode[rail] }
}

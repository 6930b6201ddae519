import { categories, priorities } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { type Random, Weighted } from '../random.ts'
import type { GeneratedTenant } from './organisations.ts'

export type Agent = readonly [id: string, name: string]

export interface MadeTicket {
  readonly tenantId: string
  readonly merchantId: string | null
  readonly id: string
  readonly code: string
  readonly category: string
  readonly priority: string
  readonly subject: string
  readonly description: string
  readonly requester: string
  readonly email: string
  readonly waitingOn: 'agent' | 'requester'
  readonly assignee: Agent | undefined
  readonly createdAt: string
  readonly answeredAt: string | null
  readonly dueAt: string
  readonly closedAt: string | null
  /** Of the own labels of the side that answers, and of the side that asked: which of them; undefined: none. */
  readonly agentLabel: number | undefined
  readonly requesterLabel: number | undefined
}

const things =
  'refund,payment,payout,webhook,settlement file,3-D Secure check,receipt,dispute,statement,API key,invoice,terminal'.split(
    ',',
  )
const troubles =
  'is missing,came twice,is declined,arrives late,shows a wrong amount,cannot be found,fails with a time-out,is pending since yesterday,needs a correction,is not in the report'.split(
    ',',
  )
export const details =
  'The customer called again this morning.|It worked until last week.|We tried it twice with the same result.|Our accountant needs it before the end of the month.|It happens with some cards alone.|The bank says that it is not on their side.|Please tell us what to answer.|We attach what we see.'.split(
    '|',
  )
export const words =
  'Thank you, we are looking into it.|Could you send us the reference?|Here it is.|The acquirer has been asked.|It should be in the file of tomorrow.|That was it, thank you.|We see it in our books now.|Which card was it?|The customer confirms that it arrived.|We corrected it today.'.split(
    '|',
  )
export const people =
  'Ada Brook,Can Demir,Ella Stone,Filiz Kaya,George Hall,Ivy Marsh,Jonas Field,Leyla Aydin,Mia Ford,Owen Lane'.split(
    ',',
  )
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

export const iso = (ms: number) => new Date(ms).toISOString()

/** A UUID version 7 of this instant, the same on every run. */
export function idAt(random: Random, ms: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const time = hex(Math.floor(ms), 12)
  const [a, b] = [hex(random.bits(), 8), hex(random.bits(), 8)]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a.slice(0, 3)}-8${a.slice(3, 6)}-${a.slice(6)}${b}${hex(random.below(256), 2)}`
}

interface Surroundings {
  readonly months: number
  readonly until: Date
  readonly agents: readonly Agent[]
}

/** Merchants of a tenant by their share; null: the tenant asks the platform. */
const merchantsOf = new Map<string, Weighted<string | null>>()

function askers(tenant: GeneratedTenant): Weighted<string | null> {
  const known = merchantsOf.get(tenant.id)
  if (known !== undefined) return known
  const total = tenant.merchants.reduce((sum, one) => sum + one.share, 0)
  const made = new Weighted<string | null>([
    ...tenant.merchants.map((one) => [one.id, one.share] as const),
    [null, total / 9],
  ])
  merchantsOf.set(tenant.id, made)
  return made
}

/** One of so many tickets has one: Done when it is closed, else Pending or In progress. */
function labelOf(random: Random, isClosed: boolean, oneOf: number): number | undefined {
  if (random.below(oneOf) > 0) return undefined
  return isClosed ? 1 : random.below(2) * 2
}

export function makeTicket(
  random: Random,
  tenant: GeneratedTenant,
  { months, until, agents }: Surroundings,
): MadeTicket {
  const merchantId = askers(tenant).pick(random)
  const ageMs = random.fraction() * months * 30.4 * 24 * hourMs
  const created = until.getTime() - ageMs - hourMs
  const isClosed = ageMs > 4 * 24 * hourMs ? random.below(100) < 96 : random.below(100) < 40
  const isAnswered = isClosed || random.below(3) > 0
  const answered = created + random.fraction() * Math.min(ageMs, 20 * hourMs)
  const person = random.pick(people)
  const code = Array.from({ length: 8 }, () => signs[random.below(signs.length)]).join('')
  return {
    tenantId: tenant.id,
    merchantId,
    id: idAt(random, created),
    code: `T-${code}`,
    category: random.pick(categories),
    priority: random.pick(priorities),
    subject: `A ${random.pick(things)} ${random.pick(troubles)}`,
    description: `Order INV-${random.below(9_000_000) + 1_000_000}: ${random.pick(details)} ${random.pick(details)}`,
    requester: person,
    email: `${person.toLowerCase().replace(' ', '.')}@${tenant.slug}.example`,
    waitingOn: isAnswered && random.below(2) > 0 ? 'requester' : 'agent',
    assignee:
      merchantId !== null && agents.length > 0 && random.below(4) > 0
        ? random.pick(agents)
        : undefined,
    createdAt: iso(created),
    answeredAt: isAnswered ? iso(answered) : null,
    dueAt: iso(created + 24 * hourMs),
    closedAt: isClosed
      ? iso(answered + random.fraction() * (until.getTime() - answered) * 0.1)
      : null,
    agentLabel: labelOf(random, isClosed, 3),
    requesterLabel: labelOf(random, isClosed, 8),
  }
}

// npm run scale: what a rate of payments needs by what each of them costs, and a simulation of what waits where.
import { parseArgs } from 'node:util'
import { endpointConcurrency } from '@counterfoil/features/messaging/webhooks/webhooks.rules.ts'
import { randomOf } from './random.ts'
import { ceilingsOf } from './scale/ceilings.rules.ts'
import { measuredCosts as costs } from './scale/costs.ts'
import { needsOf, type Plan } from './scale/needs.rules.ts'
import { simulateQueue, type Waits } from './scale/queue.rules.ts'
import { placeByHash, placeByLoad, tenantShares } from './scale/tenants.rules.ts'

const usage = `npm run scale -- [options]
  --payments N,N   payments a second in the busiest hour (100,1000,10000)
  --tenants N      how many tenants (1000)
  --largest SHARE  of all payments that the largest tenant has (0.4)
  --cores N        of a database machine (32)
  --busy SHARE     of its time that a core may be busy (0.6)
  --peak N         the busiest hour is so many times the year's average (4)
  --lookups N      pages of the lookup for each payment (1)
  --days N         for which logs, keys and webhooks are kept (30)
  --merchant SHARE of all payments that the largest merchant has (0.05)
  --answer MS      in which its endpoint answers a webhook (150)
  --seconds N      that are simulated (60)`

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '100,1000,10000' },
    tenants: { type: 'string', default: '1000' },
    largest: { type: 'string', default: '0.4' },
    cores: { type: 'string', default: '32' },
    busy: { type: 'string', default: '0.6' },
    peak: { type: 'string', default: '4' },
    lookups: { type: 'string', default: '1' },
    days: { type: 'string', default: '30' },
    merchant: { type: 'string', default: '0.05' },
    answer: { type: 'string', default: '150' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit()
}
const asked = {
  rates: values.payments.split(',').map(Number),
  tenants: Number(values.tenants),
  largest: Number(values.largest),
  merchant: Number(values.merchant),
  answerMs: Number(values.answer),
  seconds: Number(values.seconds),
}
const planOf = (paymentsPerSecond: number): Plan => ({
  paymentsPerSecond,
  peak: Number(values.peak),
  lookups: Number(values.lookups),
  cores: Number(values.cores),
  busy: Number(values.busy),
  days: Number(values.days),
})
const numbers = [...asked.rates, ...Object.values(planOf(1)), asked.tenants, asked.largest]
if ([...numbers, asked.merchant, asked.answerMs, asked.seconds].some((one) => !(one > 0))) {
  console.error(`Each option is a number above zero.\n${usage}`)
  process.exit(1)
}

/** Shards of a cluster, by `npm run spread`. */
const shards = 32
const shares = tenantShares(asked.tenants, asked.largest)

printNeeds()
printCeilings()
for (const rate of asked.rates) printWaits(rate)

function printNeeds(): void {
  const all = asked.rates.map((rate) => needsOf(planOf(rate), costs))
  const row = (name: string, of: (one: (typeof all)[number]) => number, digits = 0) =>
    console.log(line(name, ...all.map((one) => decimal(of(one), digits))))
  console.log(line('Needs', ...asked.rates.map((rate) => `${whole(rate)}/s`)))
  row('cores for the product', (one) => one.productCores)
  row('cores for PostgreSQL', (one) => one.databaseCores)
  row(`machines of ${values.cores} cores for it`, (one) => one.databaseMachines)
  row('WAL, MB a second', (one) => one.walMegabytesPerSecond, 1)
  row('commits a second', (one) => one.commitsPerSecond)
  row('webhooks a second', (one) => one.webhooksPerSecond)
  row('connections without a pooler', (one) => one.connections)
  row('disk for a stored year, TB', (one) => one.terabytesPerYear, 1)
  row(`logs and webhooks of ${values.days} days, TB`, (one) => one.passingTerabytes, 1)
}

function printCeilings(): void {
  console.log(`\n${line('Full at', 'payments/s')}   then`)
  for (const { part, paymentsPerSecond, remedy } of ceilingsOf(planOf(1), costs, asked)) {
    console.log(`${line(part, whole(paymentsPerSecond))}   ${remedy}`)
  }
}

/** What waits where, at a rate: each part with as many places as `needsOf` gives it. */
function printWaits(rate: number): void {
  const plan = planOf(rate)
  const { productCores, databaseMachines: machines } = needsOf(plan, costs)
  const { payment, lookup } = costs
  const random = randomOf(rate)
  const wait = (name: string, arrivalsPerSecond: number, serviceMs: number, places: number) => {
    const { seconds } = asked
    const found = simulateQueue({ arrivalsPerSecond, serviceMs, places, seconds }, random)
    console.log(waitLine(name, found))
  }
  console.log(
    `\n${line(`At ${whole(rate)} payments/s`, 'busy', 'median ms', '97.5 % ms', '99.9 % ms', 'not begun')}`,
  )
  const databaseMs = payment.databaseMs + plan.lookups * lookup.databaseMs
  const productMs = payment.productMs + plan.lookups * lookup.productMs
  wait('a product process', rate / productCores, productMs, 1)
  const ways = [
    ['by hash', placeByHash(shares, machines, shards)],
    ['largest alone', placeByLoad(shares, machines)],
  ] as const
  for (const [name, load] of ways.slice(machines === 1 ? 1 : 0)) {
    const busiest = Math.max(...load)
    const label = machines === 1 ? 'the database machine' : `busiest of ${machines}, ${name}`
    wait(label, rate * busiest, databaseMs, plan.cores)
  }
  const webhooks = rate * payment.webhooks
  wait(
    'webhooks of the largest merchant',
    webhooks * asked.merchant,
    asked.answerMs,
    endpointConcurrency,
  )
}

function waitLine(name: string, { busy, medianMs, p97Ms, p999Ms, left }: Waits): string {
  const ms = [medianMs, p97Ms, p999Ms].map((one) => decimal(one, 1))
  return line(name, `${whole(busy * 100)} %`, ...ms, whole(left))
}

function line(name: string, ...cells: readonly string[]): string {
  return [name.padEnd(44), ...cells.map((cell) => cell.padStart(11))].join(' ')
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function decimal(value: number, digits: number): string {
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

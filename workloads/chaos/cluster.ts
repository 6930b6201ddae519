// Two processes behind Caddy on a Citus cluster of this computer, under load: machines, a process and the proxy are killed.
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { proxies } from '@counterfoil/tools/testing/proxies.ts'
import { freePort, type Stack, startStack } from '@counterfoil/tools/testing/stack.ts'
import { temporaryFolder } from '@counterfoil/tools/testing/temporary-folder.ts'
import pg from 'pg'
import { demoMerchants } from '../demo/organisations.ts'
import { checkUntilSettled, type Fault } from './checks.ts'
import { startLoad } from './load.ts'
import { openCopies } from './local-copies.ts'
import { listMachines, type Machine } from './machines.ts'
import { merchants } from './merchants.ts'
import { lose, type Outage, type Part } from './outages.ts'

export interface ClusterChaosOptions {
  /** The owner's address of a coordinator whose tables are spread, of machines that all run on this computer. */
  readonly databaseUrl: string
  readonly clients: number
  readonly seed: number
  readonly settleWithinMs: number
  readonly say: (what: string) => void
}

export interface ClusterChaosReport {
  readonly intents: number
  readonly repeated: number
  readonly outages: readonly Outage[]
  readonly faults: readonly Fault[]
}

const downMs = 8000
/** Shorter than the pause before a webhook's third attempt, which is five minutes. */
const proxyDownMs = 3000
const recoverWithinMs = 60_000
const calmMs = 4000
/** Of a process, whose eight seconds of processor time compete with a load that leaves nothing of the cores. */
const processReadyWithinMs = 180_000

export async function runClusterChaos(options: ClusterChaosOptions): Promise<ClusterChaosReport> {
  const { databaseUrl, say, seed } = options
  const folder = temporaryFolder('counterfoil-cluster-')
  const product = await startBehindCaddy(folder, databaseUrl)
  const prefix = `loss-${seed}-${Date.now().toString(36)}`
  const load = startLoad({ ...options, merchants, portalUrl: product.portalUrl, prefix })
  try {
    const { machines, tenantsAt } = await readMachines(databaseUrl)
    const tenants = [...new Set(merchants.map(({ name }) => tenantOf(name)))]
    const outages: Outage[] = []
    const faults: Fault[] = []
    for (const part of partsOf({ machines, tenantsAt, tenants, product })) {
      await sleep(calmMs)
      const processUrls = product.processUrls
      const lost = await lose(part, { load, tenantOf, tenants, processUrls, recoverWithinMs })
      outages.push(lost.outage)
      faults.push(...lost.faults)
      say(`${part.name} lost: ${JSON.stringify(lost.outage)}`)
    }
    await sleep(calmMs)
    await load.finish()
    say(`${load.intents.length} intents; waiting for what is open`)
    const owner = () => openCopies(databaseUrl)
    const withinMs = options.settleWithinMs
    faults.push(...(await checkUntilSettled({ owner, load, prefix, withinMs, say })))
    const repeated = load.intents.filter(({ sent }) => sent > 1).length
    return { intents: load.intents.length, repeated, outages, faults }
  } catch (error) {
    say(product.said())
    throw error
  } finally {
    load.abandon()
    await product.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of `harbour-1`, a merchant's server of the load. */
function tenantOf(name: string): string {
  const slug = name.split('-')[0]
  return demoMerchants.find((one) => one.slug === slug)?.tenant ?? ''
}

/** The machines, and which tenants' rows lie on each. */
async function readMachines(databaseUrl: string) {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ slug: string; machine: string }>(
      `select t.slug, s.nodename || ':' || s.nodeport as machine from app.tenant as t
       join citus_shards as s on s.shardid = get_shard_id_for_distribution_column('app.merchant', t.id)`,
    )
    const tenantsAt = new Map<string, string[]>()
    for (const { slug, machine } of rows) {
      tenantsAt.set(machine, [...(tenantsAt.get(machine) ?? []), slug])
    }
    return { machines: await listMachines(owner), tenantsAt }
  } finally {
    await owner.end()
  }
}

interface Given {
  readonly machines: readonly Machine[]
  readonly tenantsAt: ReadonlyMap<string, readonly string[]>
  readonly tenants: readonly string[]
  readonly product: Awaited<ReturnType<typeof startBehindCaddy>>
}

/** What is lost, in this order: each worker, the coordinator, a process, the proxy. */
function partsOf({ machines, tenantsAt, tenants, product }: Given): Part[] {
  const workers = machines.filter(({ isCoordinator }) => !isCoordinator)
  const busy = workers.filter(({ name }) =>
    tenantsAt.get(name)?.some((slug) => tenants.includes(slug)),
  )
  if (busy.length < 2) {
    throw new Error(
      'The tenants of the demo lie on one machine: spread into another number of shards (6 on two workers)',
    )
  }
  const restart = (machine: Machine) => ({
    kill: () => machine.kill(),
    startAgain: async () => machine.startAgain(),
  })
  return [
    ...busy.map((machine) => ({
      ...{ name: `worker ${machine.name}`, down: ['workers'], isNeeded: false, downMs },
      spares: tenants.filter((slug) => !tenantsAt.get(machine.name)?.includes(slug)),
      ...restart(machine),
    })),
    ...machines
      .filter(({ isCoordinator }) => isCoordinator)
      .map((machine) => ({
        ...{ name: `coordinator ${machine.name}`, spares: [], isNeeded: true, downMs },
        down: ['database'],
        ...restart(machine),
      })),
    {
      ...{ name: 'a process', spares: tenants, down: [], isNeeded: false, downMs },
      readyWithinMs: processReadyWithinMs,
      kill: () => product.processes[0]?.stop('SIGKILL') ?? Promise.resolve(),
      startAgain: () => product.processes[0]?.startAgain() ?? Promise.resolve(),
    },
    {
      // the processes reach the identity provider through it
      ...{ name: 'the proxy', spares: [], down: ['identity'], isNeeded: true, downMs: proxyDownMs },
      kill: product.killProxy,
      startAgain: async () => product.startProxy(),
    },
  ]
}

/** Both do everything, as two machines of a company that began with one would. */
async function startBehindCaddy(folder: string, databaseUrl: string) {
  const ports = [4000, 4001, 4011, 4012, 4021, 4022]
  const places = Object.fromEntries(
    await Promise.all(ports.map(async (port) => [port, await freePort()])),
  ) as Record<string, number>
  const portalUrl = `http://localhost:${places[4000]}`
  let caddy: ChildProcess
  const startProxy = () => {
    caddy = proxies.Caddy.start(folder, places)
  }
  const killProxy = async () => {
    const ended = new Promise((resolve) => caddy.once('exit', resolve))
    caddy.kill('SIGKILL')
    await ended
  }
  startProxy()
  const processes: Stack[] = []
  const remove = async () => {
    await Promise.all(processes.map((one) => one.remove()))
    await killProxy()
  }
  const start = async (port: number, identityPort: number) => {
    processes.push(
      await startStack({
        ...proxies.Caddy.settings,
        ...{ DATABASE_URL: databaseUrl, DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1' },
        ...{ STORAGE_URL: `file://${join(folder, 'files')}`, ACQUIRER_TIMEOUT_MS: '1500' },
        ...{ PUBLIC_URL: portalUrl, IDENTITY_URL: `http://localhost:${places[4001]}` },
        ...{ PORT: String(places[port]), IDENTITY_PORT: String(places[identityPort]) },
        SECRETS_KEY: 'of both processes of this run alone',
      }),
    )
  }
  try {
    await start(4011, 4021)
    await start(4012, 4022)
  } catch (error) {
    await remove()
    throw error
  }
  const processUrls = () => [4011, 4012].map((port) => `http://localhost:${places[port]}`)
  const said = () => processes.map((one) => one.said().slice(-5000)).join('\n')
  return { portalUrl, processes, processUrls, startProxy, killProxy, said, remove }
}

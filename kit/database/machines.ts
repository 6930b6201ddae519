// The machines of a cluster, asked for a tenant's rows without the coordinator, which costs a hop and plans each statement once more.
import type pg from 'pg'
import { failureCode, isConnectionLost } from './failures.ts'

interface Address {
  readonly host: string
  readonly port: number
}

/** The connections of the application's role to one machine. */
interface Machine extends Address {
  readonly pool: pg.Pool
  /** The last connection was made; otherwise it is tried now and then, and no call waits for it. */
  isReached: boolean
  triedAtMs: number
  /** Of the server that the coordinator means: by the same name a process may reach another one. */
  identifier: string | undefined
}

export interface MachineState {
  /** Its host and port. */
  readonly name: string
  readonly isReached: boolean
}

export type OpenMachine = (
  address: Address,
  onConnect: (client: pg.ClientBase) => Promise<void>,
) => pg.Pool

const lookEveryMs = 60_000
const tryEveryMs = 30_000
/** A machine that no tenant was looked for at for so long may have left the cluster. */
const keptMs = 5 * 60_000
/** More texts than ask for what the coordinator alone has. */
const mostTexts = 500

/**
 * Which machine has a tenant's rows, as the coordinator says it once a minute. Whatever machine is asked gives the same
 * answer, because each knows where everything is: an old place costs a hop and nothing else. What cannot be reached from here,
 * or is no machine of this version, is left to the coordinator.
 */
export class Machines {
  readonly #coordinator: pg.Pool
  readonly #open: OpenMachine
  readonly #elapsedMs: () => number
  readonly #machines = new Map<string, Machine>()
  readonly #places = new Map<
    string,
    { readonly address: Address | undefined; readonly atMs: number }
  >()
  /** Statements that were refused on a machine for want of a table of the coordinator. */
  readonly #ofCoordinator = new Set<string>()

  constructor(coordinator: pg.Pool, open: OpenMachine, elapsedMs = () => performance.now()) {
    this.#coordinator = coordinator
    this.#open = open
    this.#elapsedMs = elapsedMs
  }

  /** A connection to the tenant's machine; undefined: ask the coordinator. */
  async connect(tenantId: string): Promise<pg.PoolClient | undefined> {
    const address = this.#addressOf(tenantId)
    const machine = address && this.#machineAt(address)
    if (machine?.isReached) return this.#connectTo(machine)
    if (machine !== undefined && this.#elapsedMs() - machine.triedAtMs > tryEveryMs) {
      this.#try(machine).catch(() => undefined)
    }
    return undefined
  }

  /** Asks one statement of a tenant: its machine, and the coordinator what the machine cannot answer. */
  async ask<T>(
    { tenantId, text }: { readonly tenantId: string; readonly text: string },
    ofMachine: (client: pg.PoolClient) => Promise<T>,
    ofCoordinator: () => Promise<T>,
  ): Promise<T> {
    if (this.#ofCoordinator.has(text) || isOfServer(text)) return ofCoordinator()
    const client = await this.connect(tenantId)
    if (client === undefined) return ofCoordinator()
    try {
      return await ofMachine(client)
    } catch (error) {
      if (isOfCoordinator(error)) {
        if (this.#ofCoordinator.size < mostTexts) this.#ofCoordinator.add(text)
      } else if (!isConnectionLost(error)) throw error
      return ofCoordinator()
    }
  }

  /** The machines that tenants are asked at, and whether this process reaches them. */
  get states(): MachineState[] {
    const sinceMs = this.#elapsedMs() - keptMs
    const used = [...this.#places.values()].flatMap(({ address, atMs }) =>
      address !== undefined && atMs >= sinceMs ? [nameOf(address)] : [],
    )
    return [...new Set(used)].sort().map((name) => ({
      name,
      isReached: this.#machines.get(name)?.isReached === true,
    }))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#machines.values()].map(({ pool }) => pool.end()))
  }

  #addressOf(tenantId: string): Address | undefined {
    const place = this.#places.get(tenantId)
    const nowMs = this.#elapsedMs()
    if (place === undefined || nowMs - place.atMs > lookEveryMs) {
      // one look at a time; meanwhile the last place, or the coordinator
      this.#places.set(tenantId, { address: place?.address, atMs: nowMs })
      this.#look(tenantId).then(
        (address) => this.#places.set(tenantId, { address, atMs: nowMs }),
        () => undefined,
      )
    }
    return place?.address
  }

  async #look(tenantId: string): Promise<Address | undefined> {
    return (await this.#coordinator.query<Address>(placeQuestion, [tenantId])).rows[0]
  }

  async #try(machine: Machine): Promise<void> {
    const { host, port } = machine
    machine.triedAtMs = this.#elapsedMs()
    const { rows } = await this.#coordinator.query<{ identifier: string }>(serverQuestion, [
      host,
      port,
    ])
    machine.identifier = rows[0]?.identifier
    const client = await this.#connectTo(machine)
    client?.release()
  }

  /** Undefined when it cannot be reached: the coordinator says what is wrong with it, if it needs it. */
  async #connectTo(machine: Machine): Promise<pg.PoolClient | undefined> {
    try {
      const client = await machine.pool.connect()
      machine.isReached = true
      return client
    } catch {
      if (machine.isReached) machine.triedAtMs = this.#elapsedMs()
      machine.isReached = false
      return undefined
    }
  }

  #machineAt({ host, port }: Address): Machine {
    const name = nameOf({ host, port })
    const known = this.#machines.get(name)
    if (known !== undefined) return known
    const pool = this.#open({ host, port }, async (client) => {
      const { rows } = await client.query<{ is_usable: boolean }>(usableQuestion, [
        machine.identifier,
      ])
      if (rows[0]?.is_usable !== true) throw new Error(`${name} is no machine of this cluster`)
    })
    const machine: Machine = {
      ...{ host, port, pool },
      ...{ isReached: false, triedAtMs: Number.NEGATIVE_INFINITY, identifier: undefined },
    }
    this.#machines.set(name, machine)
    return machine
  }
}

const nameOf = ({ host, port }: Address) => `${host}:${port}`

/**
 * The catalogue, of which each server has its own (comments are the coordinator's alone), and locks of a name, which hold at
 * the server that was asked.
 */
export const isOfServer = (text: string): boolean => /\bpg_/.test(text)

/** A table, function or schema that the machine has not: the job queue, sign-in, what belongs to no tenant. */
export const isOfCoordinator = (error: unknown): boolean => missing.has(failureCode(error) ?? '')

const missing = new Set(['42P01', '42883', '3F000'])

/** No row where the coordinator has the tenant's rows itself, or the machine does not know where all others are. */
const placeQuestion = `
  select node.nodename as host, node.nodeport as port
  from pg_dist_placement as place join pg_dist_node as node using (groupid)
  where place.shardid = get_shard_id_for_distribution_column('app.merchant', $1::uuid)
    and node.groupid <> 0 and node.noderole = 'primary' and node.isactive and node.metadatasynced`

const serverQuestion = `
  select result as identifier from run_command_on_workers('select system_identifier from pg_control_system()')
  where nodename = $1 and nodeport = $2 and success`

/**
 * It is the server that was meant, it hands a scope on to another machine that has the rows by now, and it plans with the
 * tenant that asks (`replaceFunctions` of database/spread.ts).
 */
const usableQuestion = `
  select system_identifier::text = $1 and current_setting('citus.propagate_set_commands') = 'local'
    and (select provolatile = 'i' from pg_proc where oid = 'app.current_tenant()'::regprocedure) as is_usable
  from pg_control_system()`

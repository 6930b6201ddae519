// pg-boss behind `Jobs`: its own schema, made by the owner, used by the application's role without DDL.
import type { Db } from '@counterfoil/kit/database/database.ts'
import { Connection } from '@counterfoil/kit/database/pool.ts'
import { type CommandResponse, fromKysely, PgBoss } from 'pg-boss'
import type { EnqueueOptions, Job, JobQueues, Jobs } from './job.ts'
import { createQueueNotifier } from './queue-notifier.ts'

const schema = 'pgboss'

/**
 * pg-boss hands what it does not know to its pool, which makes its connections of this class. Its tables stay on the
 * coordinator of a cluster, whose other machines refuse the strings of many statements that it sends; a PostgreSQL alone
 * keeps the two settings without a meaning.
 */
const connections: object = {
  Client: Connection,
  options: '-c citus.enable_ddl_propagation=off -c citus.propagate_set_commands=none',
}

/**
 * A worker that is killed costs its jobs a try of pg-boss's. These are on top of a job's own retries, so that a job
 * that may fail but once still survives a few restarts of its worker.
 */
const triesForKills = 10

/** After so long without a sign of life from its worker, a job is given to another. The least that pg-boss takes. */
const heartbeatSeconds = 10

/** Makes the queues' schema and a queue for each job, as the owner of the database. */
export async function installQueues(ownerUrl: string, jobNames: readonly string[]): Promise<void> {
  const boss = new PgBoss({
    ...connections,
    connectionString: ownerUrl,
    schema,
    supervise: false,
    schedule: false,
    max: 2,
  })
  const failures: Error[] = []
  boss.on('error', (error) => failures.push(error))
  await boss.start()
  try {
    const existing = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of jobNames) {
      if (existing.has(name)) await boss.updateQueue(name, queueOptions)
      else await boss.createQueue(name, { policy: 'short', ...queueOptions })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  if (failures[0]) throw failures[0]
  await grantUse(ownerUrl)
}

const queueOptions = {
  retryLimit: triesForKills,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  heartbeatSeconds,
  // what failed stays for a week to be looked at; what succeeded is deleted at once
  deleteAfterSeconds: 7 * 24 * 3600,
  retentionSeconds: 30 * 24 * 3600,
  expireInSeconds: 3600,
}

/**
 * What the application's role still lacks of the queues' schema, and the indexes of the list of jobs (queued-jobs.ts): the
 * latest, of all tenants or of the one that the payload names. With a million jobs a page of them is found in a tenth of a
 * millisecond instead of a second.
 */
const findMissing = `
  select format('grant usage on schema %I to counterfoil_app', nspname) as statement
  from pg_namespace where nspname = '${schema}' and not has_schema_privilege('counterfoil_app', oid, 'usage')
  union all
  select format('grant select, insert, update, delete on %s to counterfoil_app', oid::regclass)
  from pg_class where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'p') and exists (
    select from unnest(array['select', 'insert', 'update', 'delete']) as needed (privilege)
    where not has_table_privilege('counterfoil_app', oid, privilege))
  union all
  select format('grant usage on sequence %s to counterfoil_app', oid::regclass)
  from pg_class where relnamespace = '${schema}'::regnamespace and case relkind when 'S'
    then not has_sequence_privilege('counterfoil_app', oid, 'usage') end
  union all
  select format('grant execute on routine %s to counterfoil_app', oid::regprocedure)
  from pg_proc where pronamespace = '${schema}'::regnamespace
    and not has_function_privilege('counterfoil_app', oid, 'execute')
  union all
  select format('create index %I on ${schema}.job %s where state in (''created'', ''retry'', ''active'', ''failed'')', name, columns)
  from (values
    ('job_latest', '(created_on desc, id)'),
    ('job_tenant_latest', '((data->>''tenantId''), created_on desc, id)')) as wanted (name, columns)
  where to_regclass('${schema}.' || name) is null`

/**
 * One by one, and only what is missing: a process that starts beside others that work must not wait for their tables with
 * locks of its own in hand. Granted anew in one transaction with the indexes, the start and a vacuum stopped one another.
 */
async function grantUse(ownerUrl: string): Promise<void> {
  const owner = new Connection({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ statement: string }>(findMissing)
    for (const { statement } of rows) await owner.query(statement)
  } finally {
    await owner.end()
  }
}

export interface OpenJobs extends JobQueues {
  /** Fails when the queues do not answer. */
  check(): Promise<void>
  close(): Promise<void>
}

/** For processes that only enqueue. */
export async function openJobs(appUrl: string): Promise<OpenJobs> {
  const boss = openBoss(appUrl, { supervise: false, max: 2 })
  boss.on('error', () => undefined)
  await boss.start()
  return {
    ...jobsOn(boss),
    ...queuesOn(boss),
    check: async () => {
      await boss.getQueues()
    },
    close: () => boss.stop({ graceful: false }),
  }
}

/** pg-boss as the application's role: it changes no schema. `supervise` on workers alone. */
export function openBoss(appUrl: string, options: { supervise: boolean; max: number }): PgBoss {
  return new PgBoss({
    ...connections,
    connectionString: appUrl,
    schema,
    application_name: 'counterfoil-jobs',
    migrate: false,
    createSchema: false,
    schedule: false,
    // needs to own the indexes
    reindex: false,
    superviseIntervalSeconds: heartbeatSeconds / 2,
    monitorIntervalSeconds: heartbeatSeconds / 2,
    maintenanceIntervalSeconds: 600,
    ...options,
  })
}

/** `Jobs` on a started pg-boss. */
export function jobsOn(boss: PgBoss): Jobs {
  const { wake, announce } = createQueueNotifier(boss)
  return {
    wake,
    announce(db, job, work) {
      db.onCommit(() => announce(job.name, work))
    },
    async enqueue<Payload>(
      db: Db,
      job: Pick<Job<Payload>, 'name' | 'retries' | 'longestWaitS'>,
      payload: Payload,
      options: EnqueueOptions = {},
    ) {
      await boss.send(job.name, payload as object, {
        db: fromKysely(db),
        retryLimit: job.retries + triesForKills,
        ...(job.longestWaitS === undefined
          ? {}
          : { retryBackoff: true, retryDelayMax: job.longestWaitS }),
        // the queue holds one waiting job for each key; without a key of the caller's, each has its own
        singletonKey: options.singletonKey ?? crypto.randomUUID(),
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
        ...(options.group === undefined ? {} : { group: { id: options.group } }),
        ...(options.priority === undefined ? {} : { priority: options.priority }),
      })
      const isDue = options.startAfter === undefined || options.startAfter <= new Date()
      if (isDue) db.onCommit(() => wake(job.name))
    },
  }
}

function queuesOn(boss: PgBoss): Omit<JobQueues, keyof Jobs> {
  return {
    async countJobs() {
      const queues = await boss.getQueues()
      return new Map(
        queues.map(({ name, queuedCount, activeCount }) => [
          name,
          { waiting: queuedCount, running: activeCount },
        ]),
      )
    },
    async retry(db, queue, id) {
      const options = { db: fromKysely(db) }
      const isRetried = affectedBy(await boss.retry(queue, id, options)) > 0
      // else it would wait as long as after a failure
      if (isRetried) await boss.update(queue, undefined, { id, startAfter: new Date(), ...options })
      return isRetried
    },
    async remove(db, queue, id) {
      await boss.deleteJob(queue, id, { db: fromKysely(db) })
    },
  }
}

/** How many jobs a command found as it wants them; pg-boss answers it, and its type leaves it out. */
export const affectedBy = (response: CommandResponse): number =>
  (response as { readonly affected: number }).affected

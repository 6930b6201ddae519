import type { Database } from '@counterfoil/kit/database/database.ts'
import { scanWork } from '@counterfoil/kit/jobs/scan.ts'
import { runWorker, type Worker } from '@counterfoil/kit/jobs/worker.ts'
import { scanRoutes } from '@counterfoil/kit/server/scan.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { Logger } from 'pino'

export interface WorkerOptions {
  readonly database: Database
  /** For the role counterfoil_app: the queue has its own connections. */
  readonly appUrl: string
  readonly providers: Providers
  readonly log: Logger
}

/** Runs every feature's jobs and schedules until it is stopped. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, appUrl, log, providers } = options
  // what can be exported, and which permissions a report gives that is switched off, is declared by the features' routes;
  // jobs act in users' names where no routes are served, too
  await scanRoutes(providers)
  return runWorker({ database, appUrl, log, ...(await scanWork(providers)) })
}

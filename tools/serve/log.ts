import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@counterfoil/kit/server/settings.ts'
import { type Logger, pino } from 'pino'

const maxLogBytes = 64 * 1024 * 1024

/**
 * Lines of JSON: in production on standard output, where whatever runs the process collects them; otherwise in a file
 * of the data folder, so that a person at a terminal reads what `npm start` says.
 */
export function openLog(settings: Settings): { log: Logger; file: string | undefined } {
  const options = { level: settings.logLevel, base: { pid: process.pid } }
  if (settings.isProduction) return { log: pino(options), file: undefined }
  mkdirSync(settings.dataDir, { recursive: true })
  const file = join(settings.dataDir, 'counterfoil.log')
  if (existsSync(file) && statSync(file).size > maxLogBytes) renameSync(file, `${file}.1`)
  return { log: pino(options, pino.destination({ dest: file, sync: false })), file }
}

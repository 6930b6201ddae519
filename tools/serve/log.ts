import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@counterfoil/kit/server/settings.ts'
import { type DestinationStream, type Logger, pino } from 'pino'

const maxLogBytes = 64 * 1024 * 1024

/**
 * Lines of JSON: in production on standard output, where whatever runs the process collects them; otherwise in a file
 * of the data folder, so that a person at a terminal reads what `npm start` says.
 */
export function openLog(settings: Settings): { log: Logger; file: string | undefined } {
  const options = { level: settings.logLevel, base: { pid: process.pid } }
  if (settings.isProduction) return { log: pino(options, outlivesFullDisk(1)), file: undefined }
  mkdirSync(settings.dataDir, { recursive: true })
  const file = join(settings.dataDir, 'counterfoil.log')
  if (existsSync(file) && statSync(file).size > maxLogBytes) renameSync(file, `${file}.1`)
  return { log: pino(options, outlivesFullDisk(file)), file }
}

const maxBufferedBytes = 1024 * 1024

/**
 * Where lines go. A disk without space takes none: that is said once on standard error, what came last is held back in
 * memory, the rest is dropped, and writing goes on as soon as there is room.
 */
function outlivesFullDisk(dest: string | number): DestinationStream {
  const destination = pino.destination({
    dest,
    // what is said last in production must not be lost in memory
    sync: typeof dest === 'number',
    maxLength: maxBufferedBytes,
  })
  let isFailing = false
  destination.on('error', (error: NodeJS.ErrnoException) => {
    if (!isFailing) printFailure(`The log cannot be written (${error.code ?? error.message}).`)
    isFailing = true
  })
  destination.on('drain', () => {
    isFailing = false
  })
  return destination
}

/** Standard error may lie on the same full disk. */
function printFailure(text: string): void {
  process.stderr.write(`${text}\n`, () => undefined)
}

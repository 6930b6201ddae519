import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it that are missing. Node's own way of doing so never ends where nothing can be made and the
 * system says that something is missing, as below /proc.
 */
export function makeFolder(path: string, mode?: number): void {
  const folder = resolve(path)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // another process was first
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

import { screens as resourceScreens } from 'virtual:resource-screens'
import type { RecordSearch } from '@counterfoil/kit/web/calls/record-search.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { withGroup } from './entry.rules.ts'

interface ScreensFile {
  readonly screens: readonly Screen[]
  readonly recordSearches?: readonly RecordSearch[]
}

const found = Object.values(
  import.meta.glob<ScreensFile>('../../features/**/*.screens.ts', { eager: true }),
)

/** Every declared screen of every feature. Two screens of one address are refused, as one would hide the other. */
export const screens: readonly Screen[] = [
  ...found.flatMap((file) => file.screens),
  ...resourceScreens,
].map(withGroup)

/** The record searches of the command palette. */
export const recordSearches: readonly RecordSearch[] = found.flatMap(
  (file) => file.recordSearches ?? [],
)

const seen = new Map<string, string>()
for (const { id, path } of screens) {
  const shape = path.replace(/:\w+/g, ':')
  const other = seen.get(shape)
  if (other !== undefined) throw new Error(`Screens ${other} and ${id} share the address ${path}`)
  seen.set(shape, id)
}

import type { Screen } from '@counterfoil/kit/web/screen.ts'

const found = import.meta.glob<{ screens: readonly Screen[] }>('../../features/**/*.screens.ts', {
  eager: true,
})

/** Every declared screen of every feature. Two at one address would hide one another, so that is refused. */
export const screens: readonly Screen[] = Object.values(found).flatMap((module) => module.screens)

const seen = new Map<string, string>()
for (const { id, path } of screens) {
  const shape = path.replace(/:\w+/g, ':')
  const other = seen.get(shape)
  if (other !== undefined) throw new Error(`Screens ${other} and ${id} share the address ${path}`)
  seen.set(shape, id)
}

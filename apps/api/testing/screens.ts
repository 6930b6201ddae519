import { globSync } from 'node:fs'

export interface DeclaredScreen {
  readonly path: string
  readonly permission: readonly string[]
}

/** All screens of features that are no resource's. */
export async function scanScreens(): Promise<DeclaredScreen[]> {
  const root = new URL('../../../', import.meta.url)
  const found = globSync('features/*/*/*.screens.ts', { cwd: root }).map(async (file) => {
    // the browser's part has types of its own
    const address = new URL(file, root).href
    return ((await import(address)) as { screens: readonly DeclaredScreen[] }).screens
  })
  return (await Promise.all(found)).flat()
}

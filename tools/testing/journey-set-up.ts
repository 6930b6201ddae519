// The product, once for each worker, and a browser for the journeys in `e2e`.
import type { TestProject } from 'vitest/node'
import { buildWeb } from '../serve/build-web.ts'
import { ensureChromium } from './chromium.ts'
import { type Stack, startStack } from './stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Each worker's own product: what one journey signs out, changes or counts is nothing to another's. */
    products: readonly { readonly portalUrl: string; readonly identityUrl: string }[]
    /** The data folder of a product with the demo, to start others on copies of it. */
    seeded: string
    /** Path of the browser. */
    chromium: string
  }
}

let seeded: Stack | undefined
let stacks: Stack[] = []

// vitest calls these by their names, before and after the run
export async function setup(project: TestProject): Promise<void> {
  const chromium = ensureChromium(console.log)
  // small, so that the demo's payments make a report of several files
  const environment = { REPORT_FILE_BYTES: '8192' }
  const { maxWorkers } = project.config
  // before all of them want it at once
  await buildWeb(console.log)
  seeded = await startStack(environment)
  await seeded.stop()
  const { dataDir } = seeded
  stacks = await Promise.all(
    Array.from({ length: maxWorkers }, () => startStack(environment, dataDir)),
  )
  project.provide('seeded', dataDir)
  project.provide(
    'products',
    stacks.map(({ portalUrl, identityUrl }) => ({ portalUrl, identityUrl })),
  )
  project.provide('chromium', chromium)
}

export async function teardown(): Promise<void> {
  await Promise.all([seeded, ...stacks].map((stack) => stack?.remove()))
  seeded = undefined
  stacks = []
}

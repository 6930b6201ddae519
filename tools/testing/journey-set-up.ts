// The product and a browser for the journeys in `e2e`.
import type { TestProject } from 'vitest/node'
import { ensureChromium } from './chromium.ts'
import { type Stack, startStack } from './stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    portalUrl: string
    identityUrl: string
    /** Path of the browser. */
    chromium: string
  }
}

let stack: Stack | undefined

// vitest calls these by their names, before and after the run
export async function setup(project: TestProject): Promise<void> {
  const chromium = ensureChromium(console.log)
  // small, so that the demo's payments make a report of several files
  stack = await startStack({ REPORT_FILE_BYTES: '8192' })
  project.provide('portalUrl', stack.portalUrl)
  project.provide('identityUrl', stack.identityUrl)
  project.provide('chromium', chromium)
}

export async function teardown(): Promise<void> {
  await stack?.remove()
}

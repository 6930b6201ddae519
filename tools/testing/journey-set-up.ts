// The product, one for each worker that asks for its own, and a browser for the journeys in `e2e`.
// With `CITUS_TEST_SERVER`, the address of a Citus coordinator, the products have their databases on that cluster.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { buildWeb } from '../serve/build-web.ts'
import { ensureChromium } from './chromium.ts'
import {
  createSpreadDatabase,
  databaseAt,
  dropOnCluster,
  keepTemplate,
  listNodes,
} from './citus.ts'
import { type Stack, startStack } from './stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Where a worker asks for its product, by its number: what one journey signs out, changes or counts is nothing to
     * another's. `seeded` answers the data folder of a product with the demo, to start others on copies of it.
     */
    products: string
    /** Path of the browser. */
    chromium: string
  }
}

/** Where a product answers. */
export type Product = Pick<Stack, 'portalUrl' | 'identityUrl'>

// small, so that the demo's payments make a report of several files
const environment = { REPORT_FILE_BYTES: '8192' }

let stacks: Promise<Stack>[] = []
let seeded: Promise<Stack> | undefined
const products = new Map<string, Promise<Stack>>()

async function makeSeeded(): Promise<Stack> {
  // before all of them want it at once
  await buildWeb(console.log)
  const { CITUS_TEST_SERVER: cluster } = process.env
  if (cluster !== undefined) return makeSeededOnCluster(cluster)
  const stack = await startStack(environment)
  await stack.stop()
  return stack
}

async function makeSeededOnCluster(serverUrl: string): Promise<Stack> {
  const nodes = await listNodes(serverUrl)
  const name = `template_journeys_${process.pid}`
  await createSpreadDatabase(serverUrl, nodes, name)
  const stack = await startStack({
    ...environment,
    DATABASE_URL: databaseAt(serverUrl, name),
    DEMO: 'on',
  })
  await stack.stop()
  await keepTemplate(stack.dataDir, { serverUrl, name })
  const remove = async () => {
    await stack.remove()
    await dropOnCluster(nodes, name)
  }
  return { ...stack, remove }
}

const started = (stack: Promise<Stack>): Promise<Stack> => {
  // the worker that waits for the product gets the reason why there is none
  stack.catch(() => undefined)
  stacks.push(stack)
  return stack
}

async function answerTo(name: string): Promise<object> {
  seeded ??= started(makeSeeded())
  const { dataDir } = await seeded
  if (name === 'seeded') return { dataDir }
  const product = products.get(name) ?? started(startStack(environment, dataDir))
  products.set(name, product)
  const { portalUrl, identityUrl } = await product
  return { portalUrl, identityUrl } satisfies Product
}

/** A client gives up on an answer that takes minutes: it is asked to come again before. */
const answersWithinMs = 30_000

const server = createServer((request, response) => {
  const late = setTimeout(() => response.writeHead(202).end(), answersWithinMs)
  answerTo((request.url ?? '/').slice(1))
    .then(
      (answer) => !response.headersSent && response.end(JSON.stringify(answer)),
      (error: Error) => !response.headersSent && response.writeHead(500).end(error.message),
    )
    .finally(() => clearTimeout(late))
})

// vitest calls these by their names, before and after the run
export async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', ensureChromium(console.log))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  project.provide('products', `http://127.0.0.1:${port}`)
  // the tests before the journeys need not wait for it, and no product runs beside them
  seeded = started(makeSeeded())
}

export async function teardown(): Promise<void> {
  server.close()
  const settled = await Promise.allSettled(stacks)
  await Promise.all(settled.map((one) => one.status === 'fulfilled' && one.value.remove()))
  stacks = []
  seeded = undefined
  products.clear()
}

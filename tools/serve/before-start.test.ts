import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { expect, onTestFinished, test } from 'vitest'
import { checkBeforeStart } from './before-start.ts'

/** Tries a start with these settings, on ports that are free; answers why it cannot be. */
async function refusal(env: Record<string, string>): Promise<string | undefined> {
  const dataDir = mkdtempSync(join(tmpdir(), 'before-start-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const [port, identityPort] = await Promise.all([freePort(), freePort()])
  const free = { PORT: String(port), IDENTITY_PORT: String(identityPort), DATA_DIR: dataDir }
  try {
    const release = await checkBeforeStart(readSettings({ ...free, ...env }))
    await release()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

test('nothing is wrong with a folder and two ports', async () => {
  expect(await refusal({})).toBeUndefined()
})

test.each([
  // both would be free until the first of them listens
  ['PORT and IDENTITY_PORT are both 4998', { PORT: '4998', IDENTITY_PORT: '4998' }],
  ['Set HOST to an address of this machine', { HOST: '192.0.2.1' }],
  ['Set HOST to an address of this machine', { HOST: '999.1.1.1' }],
])('%s', async (sentence, env) => {
  expect(await refusal(env)).toContain(sentence)
})

test.skipIf(process.platform !== 'linux')('a data folder where none can be made', async () => {
  expect(await refusal({ DATA_DIR: '/proc/none/data' })).toMatch(
    /^DATA_DIR \/proc\/none\/data cannot be used .* Set DATA_DIR to a folder/,
  )
})

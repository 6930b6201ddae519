import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { openBoss } from '@counterfoil/kit/jobs/boss.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'

/** A message of PostgreSQL's protocol: its letter, its length, and what it says. */
function message(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(letter), length, body])
}

/** Answers whoever connects that it may go on, and in the same packet that the server is gone. */
async function dyingServer(): Promise<string> {
  const authenticated = message('R', Buffer.from([0, 0, 0, 0]))
  const ready = message('Z', Buffer.from('I'))
  const lost = message(
    'E',
    Buffer.from(
      'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0',
    ),
  )
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, lost])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `postgres://app@127.0.0.1:${(server.address() as AddressInfo).port}/any`
}

// an error event that reaches no listener fails the run, as it would end the product
test('a connection that is lost at the moment it is made does not end the process', async () => {
  const url = await dyingServer()
  const database = openDatabase({ appUrl: url, platformUrl: url })
  const client = await database.connect('app')
  await client.end().catch(() => undefined)
  await database.close()
})

test('nor does one of the job queue', async () => {
  const boss = openBoss(await dyingServer(), { supervise: false, max: 1 })
  const own = boss.getDb() as unknown as {
    open(): Promise<void>
    close(): Promise<void>
    beginTransaction(): Promise<unknown>
  }
  await own.open()
  await expect(own.beginTransaction()).rejects.toThrow()
  await own.close()
})

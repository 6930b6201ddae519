import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { beforeEach, expect, test } from 'vitest'
import { insertMerchantEvent, readEventPage } from './merchant-events.public.ts'
import { lockLastPosition } from './merchant-events.queries.ts'

const { database, loader } = await testDatabase()
let tenantId: string
let feed: { merchantId: string; mode: number }

beforeEach(async () => {
  tenantId = (await makeTenant({ loader })).id
  feed = { merchantId: (await makeMerchant({ loader }, { tenant_id: tenantId })).id, mode: 2 }
})

/** Stores an event, and commits it after a while. */
async function write(waitMs = 0, type = 'payment.captured'): Promise<string> {
  const at = new Date()
  const id = newId(at)
  const event = { ...feed, id, paymentId: id, type, payload: JSON.stringify({ id }), at }
  await database.transaction(tenantScope(tenantId), async (db) => {
    await insertMerchantEvent(db, event)
    await sleep(waitMs)
  })
  return id
}

const read = (after: string | undefined, limit = 7, types: string[] = []) =>
  database.transaction(tenantScope(tenantId), (db) =>
    readEventPage(db, feed, { after, limit, types }),
  )

/** Reads until `isOver`, each time after the last event of before. */
async function follow(isOver: () => boolean): Promise<string[]> {
  const seen: string[] = []
  for (let after: string | undefined; ; ) {
    const wasOver = isOver()
    const page = await read(after)
    seen.push(...page.events.map(({ id }) => id))
    after = page.lastId ?? undefined
    if (wasOver && !page.hasMore) return seen
  }
}

test('an event that is committed late comes after what was read before it', async () => {
  const late = write(300)
  await sleep(50)
  const early = await write()
  const first = await read(undefined)
  expect(first.events.map(({ id }) => id)).toEqual([early])
  const lateId = await late
  expect(lateId < early).toBe(true)
  const second = await read(first.lastId ?? undefined)
  expect(second.events.map(({ id }) => id)).toEqual([lateId])
})

test('readers see every event once and in one order, whatever is written meanwhile', async () => {
  const written: string[] = []
  let left = 240
  let isOver = false
  const writer = async () => {
    while (left > 0) {
      left -= 1
      written.push(await write(Math.random() * 25))
    }
  }
  const readers = [1, 2, 3].map(() => follow(() => isOver))
  await Promise.all(Array.from({ length: 8 }, writer))
  isOver = true
  const [first, ...others] = await Promise.all(readers)
  expect(first?.toSorted()).toEqual(written.toSorted())
  for (const other of others) expect(other).toEqual(first)
  // the order is not that of the ids: writers committed in another one
  expect(first).not.toEqual(written.toSorted())
})

test('one reader at a time gives positions', async () => {
  const id = await write()
  let isHeld = true
  const holding = database.transaction(tenantScope(tenantId), async (db) => {
    await lockLastPosition(db, feed)
    await sleep(300)
    isHeld = false
  })
  await sleep(50)
  expect((await read(undefined)).events).toMatchObject([{ id, position: 1n }])
  expect(isHeld).toBe(false)
  await holding
})

test('a page of few types goes on where it ended', async () => {
  for (const type of ['payment.captured', 'dispute.opened', 'payment.refunded'])
    await write(0, type)
  const disputes = await read(undefined, 5, ['dispute.*'])
  expect(disputes.events).toHaveLength(1)
  await write(0, 'dispute.closed')
  const next = await read(disputes.lastId ?? undefined, 5, ['dispute.*', 'payment.refunded'])
  expect(next.events).toHaveLength(1)
})

test('an event that is not kept is refused, so that a reader does not pass over what it missed', async () => {
  await write()
  await expect(read(newId(new Date()))).rejects.toMatchObject({ code: 'event.unknown' })
})

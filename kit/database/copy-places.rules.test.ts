import { expect, test, vi } from 'vitest'
import { CopyPlaces } from './copy-places.ts'

test('who finds no place waits for one, in order, and is told to come again when none comes', async () => {
  const places = new CopyPlaces({ most: 1, waitMs: 50 })
  const leave = await places.take()
  const order: string[] = []
  const second = places.take().then((left) => {
    order.push('second')
    return left
  })
  const third = places.take().then((left) => {
    order.push('third')
    return left
  })
  leave()
  // once is once
  leave()
  ;(await second)()
  const last = await third
  expect(order).toEqual(['second', 'third'])
  await expect(places.take()).rejects.toMatchObject({
    status: 503,
    code: 'export.busy',
    retryAfterS: 10,
  })
  last()
  await vi.waitFor(async () => (await places.take())())
})

import { expect, test } from 'vitest'
import { countedPage } from './counted-page.ts'

/** A list of so many rows, and how often it was counted. */
function listOf(size: number) {
  const counted: number[] = []
  const list = {
    rows: async ({ limit, offset }: { limit: number; offset: number }) =>
      Array.from({ length: size }, (_, at) => at).slice(offset, offset + limit),
    count: async (limit: number) => {
      counted.push(limit)
      return Math.min(size, limit)
    },
  }
  return { counted, page: (pageIndex: number) => countedPage({ pageIndex, pageSize: 20 }, list) }
}

test.each([
  ['nothing is found', 0, 0, 0],
  ['the first page is the only one', 7, 0, 7],
  ['the page is the last one', 27, 1, 7],
])('when %s, its rows are all that is read', async (_, size, pageIndex, shown) => {
  const { counted, page } = listOf(size)
  const { data, count } = await page(pageIndex)
  expect([data.length, count, counted]).toEqual([shown, size, []])
})

test.each([
  ['a full page', 20, 0],
  ['a page beyond the last', 5, 3],
])('%s does not say how many there are, so they are counted', async (_, size, pageIndex) => {
  const { counted, page } = listOf(size)
  expect(await page(pageIndex)).toMatchObject({ count: size })
  expect(counted).toHaveLength(1)
})

test('of many no more are counted than some beyond the page', async () => {
  const { counted, page } = listOf(5_000)
  expect(await page(2)).toMatchObject({ count: null, countAtLeast: 1_060 })
  expect(counted).toEqual([1_060])
})

import { filters } from '@counterfoil/kit/database/within.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { findLeaks } from './testing/isolation.ts'
import { kinds, openWithHistory, timeout } from './testing/isolation-stage.ts'

afterEach(() => {
  filters.on = true
})

describe('with row-level security gone', async () => {
  const bare = await openWithHistory({ withoutRowSecurity: true })

  test.each(kinds)(
    'and the filters off the %s sees strangers: this test would tell',
    { timeout },
    async (kind) => {
      filters.on = false
      const leaks = await findLeaks(bare(kind))
      expect(leaks.filter((leak) => leak.why.startsWith('shows')).length).toBeGreaterThan(0)
    },
  )

  test.each(kinds)('the filters alone keep strangers from the %s', { timeout }, async (kind) => {
    expect(await findLeaks(bare(kind))).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { groupsFor } from './permission-names.tsx'

test.each(['platform', 'tenant', 'merchant'] as const)(
  'no two permissions of one group are called the same: %s',
  (audience) => {
    for (const language of [0, 1]) {
      const twice = groupsFor(audience).flatMap(({ title, permissions }) => {
        const titles = permissions.map((one) => one.title[language] as string)
        return titles
          .filter((one, at) => titles.indexOf(one) < at)
          .map((one) => `${title[language]}: ${one}`)
      })
      expect(twice).toEqual([])
    }
  },
)

import { describe, expect, test } from 'vitest'
import { isPermission, permissionsOf } from './permissions.rules.ts'
import { presetsOf } from './role-presets.rules.ts'

describe.each(['platform', 'tenant', 'merchant'] as const)(
  'presets for a role of %s',
  (audience) => {
    test.each(presetsOf(audience))('%s holds permissions of its audience', (_, permissions) => {
      expect(permissions.filter((name) => !permissionsOf(audience).includes(name))).toEqual([])
      expect(permissions.every(isPermission)).toBe(true)
      expect(new Set(permissions).size).toBe(permissions.length)
    })

    test('the one that only reads changes nothing', () => {
      const [, permissions] = presetsOf(audience).find(([name]) => name === 'readOnly') ?? []
      expect(permissions?.length).toBeGreaterThan(0)
      expect(
        permissions?.filter((name) => /Edit$|Delete$|Actions|^manage|Support/.test(name)),
      ).toEqual([
        ...(audience === 'merchant'
          ? []
          : (permissions?.filter((name) => /SupportAnalytics/.test(name)) ?? [])),
      ])
    })
  },
)

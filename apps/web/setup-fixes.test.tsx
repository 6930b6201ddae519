import { fixPages } from '@counterfoil/features/payments/processing-setup/fixes.rules.ts'
import { expect, test } from 'vitest'
import { screens } from './screens.ts'

test.each(fixPages)('what is missing is mended where the screen is: $page', (fix) => {
  const [path = ''] = fix.path.split('?')
  const screen = screens.find((one) => one.path === path.replace(':merchantId', ':id'))
  expect(screen?.permission).toEqual(fix.permission)
  const audience = { platform: 'platform', operator: 'tenant', merchant: 'merchant' } as const
  expect(screen?.audience).toContain(audience[fix.side])
})

import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { describe, expect, test } from 'vitest'
import { screens } from '../screens.ts'
import { landingOf } from './landing.rules.ts'

const landing = (audience: Audience, ...permissions: string[]) =>
  landingOf(screens, {
    audience,
    permissions: new Set(permissions),
  } as unknown as SignedInUser)?.path

describe('where a user begins', () => {
  test.each(['tenant', 'platform'] as const)('%s: on the dashboard where they may see it', (one) =>
    expect(landing(one, 'Settings.GeneralSettings.Fee.View', 'CRM.Dashboard.View')).toBe(
      '/crm/dashboard',
    ),
  )

  test('merchants: on theirs', () => expect(landing('merchant')).toBe('/dashboard'))

  test.each([
    ['tenant', ['Settings.GeneralSettings.Fee.View'], '/crm/settings/fees'],
    ['tenant', ['CRM.Lead.View', 'CRM.Task.View'], '/crm/tasks'],
    ['platform', ['Platform.Support.Lookup', 'Platform.Transaction.Lookup'], '/platform/support'],
  ] as const)('%s with %j alone: on the first of the menu', (audience, permissions, path) =>
    expect(landing(audience, ...permissions)).toBe(path),
  )

  test.each(['tenant', 'platform'] as const)('%s who may see nothing: nowhere', (audience) =>
    expect(landing(audience)).toBeUndefined(),
  )
})

import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { place, renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ProfileMenu } from './profile-menu.tsx'

installPopovers()
afterEach(cleanup)

test.each([
  ['platform', '/tenant/profile-settings'],
  ['tenant', '/tenant/profile-settings'],
  ['merchant', '/merchant/profile-settings'],
] as const)(
  "My Profile leads %s's users to %s, beside Logout [toolbar.profile-menu.my-profile]",
  async (audience, path) => {
    renderInPortal(<ProfileMenu />, { audience })
    await userEvent.click(screen.getByRole('button', { name: /AT/ }))
    const entries = screen.getAllByRole('menuitem', { hidden: true })
    expect(entries.map((entry) => entry.textContent)).toEqual(['My Profile', 'Logout'])
    await userEvent.click(entries[0] as HTMLElement)
    expect(place()).toBe(path)
  },
)

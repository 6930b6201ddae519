import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AccountNote } from './account-note.tsx'

afterEach(cleanup)

test.each([
  ['merchant', 'On hold', /^Your account is on hold\. It takes no payments/],
  ['merchant', 'Suspended', /^Your account is suspended\. .*Northwind Pay can say why/],
  ['merchant', 'Closed', /^Your account is closed\./],
] as const)(
  'the people of a %s account that is %s read so on every page',
  (audience, merchantStatus, text) => {
    renderInPortal(<AccountNote />, { audience, merchantStatus, tenantName: 'Northwind Pay' })
    expect(screen.getByRole('region', { name: 'Account' }).textContent).toMatch(text)
  },
)

test.each([
  ['merchant', 'Active'],
  ['merchant', 'In boarding'],
  ['tenant', null],
] as const)('others read nothing: %s, %s', (audience, merchantStatus) => {
  renderInPortal(<AccountNote />, { audience, merchantStatus })
  expect(screen.queryByRole('region', { name: 'Account' })).toBeNull()
})

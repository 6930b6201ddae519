import { place, renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TicketElsewhere } from './ticket-elsewhere.tsx'

const [ticketId, customerId, tenantId] = ['t', 'c', 'n']
const [ofMerchant, ofTenant] = [
  { ticketId, customerId, tenantId, ticketChannelType: 'CustomerToTenant' },
  { ticketId, customerId: null, tenantId, ticketChannelType: 'TenantToPlatform' },
]

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['an operator to a merchant’s ticket', 'tenant', ofMerchant, '/tenant/support-tickets/c/t?x=1'],
  ['a merchant to their own', 'merchant', ofMerchant, '/merchant/support-tickets/t?x=1'],
  ['a tenant to their own', 'tenant', ofTenant, '/tenant/support-tickets/t?x=1'],
  ['the platform to a tenant’s', 'platform', ofTenant, '/platform/support-tickets/n/t?x=1'],
] as const)('a colleague’s link leads %s', async (_, audience, answer, address) => {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  renderInPortal(
    <TicketElsewhere ticketId={ticketId} search="?x=1">
      Refused
    </TicketElsewhere>,
    { audience },
  )
  await vi.waitFor(() => expect(place()).toBe(address))
})

test('whoever may not see the ticket is refused the page', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'not_found' }, { status: 404 }))
  renderInPortal(
    <TicketElsewhere ticketId={ticketId} search="">
      Refused
    </TicketElsewhere>,
  )
  expect(await screen.findByText('Refused')).toBeTruthy()
})

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { RecordSearch } from '@counterfoil/kit/web/calls/record-search.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'

const msg = messagesOf(import.meta.url)

// the list comes with the declaration
export const screens: readonly Screen[] = [
  screen({
    id: 'crm-organization',
    path: '/crm/organizations/:id',
    title: msg('Customer'),
    audience: ['platform', 'tenant'],
    permission: ['CRM.Organization.View'],
    breadcrumb: 'dynamic',
    component: () => import('./merchant-page.tsx'),
  }),
]

/** Finds customers by a part of their name. */
export const recordSearches: readonly RecordSearch[] = [
  {
    id: 'crm-organizations',
    title: msg('Customers'),
    audience: ['platform', 'tenant'],
    permission: ['CRM.Organization.View'],
    find: async (client, text, signal) => {
      const { findMerchants } = await import('./find-merchants.tsx')
      return findMerchants(client, text, signal)
    },
  },
]

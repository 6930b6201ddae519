import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
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

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'

const msg = messagesOf(import.meta.url)

// the list comes with the declaration
export const screens: readonly Screen[] = [
  screen({
    id: 'crm-lead',
    path: '/crm/leads/:id',
    title: msg('Lead'),
    audience: ['platform', 'tenant'],
    permission: ['CRM.Lead.View'],
    breadcrumb: 'dynamic',
    component: () => import('./lead-page.tsx'),
  }),
]

import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'

// the list comes with the declaration
export const screens: readonly Screen[] = [
  screen({
    id: 'crm-lead',
    path: '/crm/leads/:id',
    title: ['Lead', 'Aday müşteri'],
    audience: ['platform', 'tenant'],
    permission: ['CRM.Lead.View'],
    breadcrumb: 'dynamic',
    component: () => import('./lead-page.tsx'),
  }),
]

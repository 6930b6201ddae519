import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'

// the list comes with the declaration
export const screens: readonly Screen[] = [
  screen({
    id: 'crm-organization',
    path: '/crm/organizations/:id',
    title: ['Customer', 'Müşteri'],
    audience: ['platform', 'tenant'],
    permission: ['CRM.Organization.View'],
    breadcrumb: 'dynamic',
    component: () => import('./merchant-page.tsx'),
  }),
]

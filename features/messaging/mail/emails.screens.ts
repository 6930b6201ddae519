import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconMail } from '@tabler/icons-react'

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-emails',
    path: '/crm/emails',
    title: ['Emails', 'E-postalar'],
    audience: ['platform', 'tenant'],
    permission: ['CRM.Email.View'],
    menu: { group: 'crm', order: 70, icon: IconMail },
    wide: true,
    component: () => import('./emails.tsx'),
  }),
]

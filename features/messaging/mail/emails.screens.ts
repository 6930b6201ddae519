import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconMail } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-emails',
    path: '/crm/emails',
    title: msg('Emails'),
    audience: ['platform', 'tenant'],
    permission: ['CRM.Email.View'],
    menu: { group: 'crm', order: 70, icon: IconMail },
    wide: true,
    component: () => import('./emails.tsx'),
  }),
]

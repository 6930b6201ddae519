import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { crmEmails } from '@counterfoil/kit/web/site-map/operator-pages.ts'
import { mapped } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconMail } from '@tabler/icons-react'

export const screens: readonly Screen[] = [
  mapped(crmEmails, {
    id: 'crm-emails',
    icon: IconMail,
    wide: true,
    component: () => import('./emails.tsx'),
  }),
]

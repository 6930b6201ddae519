import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconDownload } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'exports',
    path: '/exports',
    title: msg('Exports'),
    audience: ['platform', 'tenant', 'merchant'],
    permission: [],
    menu: { group: 'reports', order: 300, icon: IconDownload, isOfOthers: true },
    component: () => import('./exports.tsx'),
  }),
]

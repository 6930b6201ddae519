import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconFiles } from '@tabler/icons-react'
import { lazy } from 'react'

const msg = messagesOf(import.meta.url)

/** A merchant's documents, for its page. */
export const MerchantDocuments = lazy(() => import('./merchant-documents.tsx'))

export const screens: readonly Screen[] = [
  screen({
    id: 'boarding-documents',
    path: '/boarding/documents',
    title: msg('Boarding documents'),
    audience: ['merchant'],
    permission: ['viewMerchantPortalDocuments'],
    menu: { group: 'onboarding', order: 10, icon: IconFiles },
    component: () => import('./boarding-documents.tsx'),
  }),
]

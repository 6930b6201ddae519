import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconFiles } from '@tabler/icons-react'
import { lazy } from 'react'

/** A merchant's documents, for its page. */
export const MerchantDocuments = lazy(() => import('./merchant-documents.tsx'))

export const screens: readonly Screen[] = [
  screen({
    id: 'boarding-documents',
    path: '/boarding/documents',
    title: ['Boarding documents', 'Başvuru belgeleri'],
    audience: ['merchant'],
    permission: ['viewMerchantPortalDocuments'],
    menu: { group: 'onboarding', order: 10, icon: IconFiles },
    component: () => import('./boarding-documents.tsx'),
  }),
]

import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { boardingDocuments } from '@counterfoil/kit/web/site-map/merchant-pages.ts'
import { mapped } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconFiles } from '@tabler/icons-react'
import { lazy } from 'react'

/** A merchant's documents, for its page. */
export const MerchantDocuments = lazy(() => import('./merchant-documents.tsx'))

export const screens: readonly Screen[] = [
  mapped(boardingDocuments, {
    id: 'boarding-documents',
    icon: IconFiles,
    component: () => import('./boarding-documents.tsx'),
  }),
]

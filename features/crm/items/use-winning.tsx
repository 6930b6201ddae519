import { merchants } from '@counterfoil/features/crm/merchants/merchants.resource.ts'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { lazy, Suspense, useState } from 'react'
import type { ItemKindCalls } from './item-kinds.tsx'
import type { TravelStage } from './items.contract.ts'

const CustomerDrawer = lazy(() => import('./customer-drawer.tsx'))

interface Winning {
  readonly itemId: string
  readonly stage?: TravelStage | undefined
}

/** Asks for the customer of a record that has none when it is won, or at any time before. */
export function useWinning(kind: ItemKindCalls) {
  const mayCreate = [useMay(...kind.of.permissions.edit), useMay(...merchants.permissions.edit)]
  const [winning, setWinning] = useState<Winning>()
  const may = mayCreate.every(Boolean)
  return {
    mayCreate: may,
    create: (itemId: string) => setWinning({ itemId }),
    /** Answers whether the move waits for the customer. */
    asksFirst(item: { readonly id: string; readonly merchantId: unknown }, stage?: TravelStage) {
      if (!may || stage?.kind !== 'won' || item.merchantId !== null) return false
      setWinning({ itemId: item.id, stage })
      return true
    },
    drawer: winning && (
      <Suspense>
        <CustomerDrawer kind={kind} {...winning} onClose={() => setWinning(undefined)} />
      </Suspense>
    ),
  }
}

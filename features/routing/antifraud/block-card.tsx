import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { ResourceForm } from '@counterfoil/kit/web/resource/resource-form.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { antifraudTexts } from './antifraud.messages.ts'
import { blacklist } from './blacklist.resource.ts'

interface BlockCardProps {
  readonly payment: { readonly id: string; readonly merchantId: string; readonly tenantId: string }
  /** Of the button. */
  readonly className?: string
}

/** Adds the card of a payment to the blacklist, by the payment's id. */
export function BlockCard({ payment, className = '' }: BlockCardProps) {
  const t = useTexts(antifraudTexts)
  const [isOpen, setOpen] = useState(false)
  if (!useMayEdit(blacklist)) return null
  const { id, merchantId, tenantId } = payment
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        className={className}
        onClick={() => setOpen(true)}
      >
        {t.blockCard}
      </Button>
      {isOpen && (
        <SideDrawer isOpen onClose={() => setOpen(false)} title={t.blockCard}>
          <ResourceForm
            of={blacklist}
            row={undefined}
            // on the list of the payment's tenant
            partOf={{ id: merchantId, tenantId }}
            filledIn={{ kind: 'card', value: id }}
            onDone={() => setOpen(false)}
          />
        </SideDrawer>
      )}
    </>
  )
}

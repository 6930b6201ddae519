import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { ResourceForm } from '@counterfoil/kit/web/resource/resource-form.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { blockTexts, trustTexts } from './antifraud.messages.ts'
import { blacklist } from './blacklist.resource.ts'
import { OwnListNote } from './list-parts.tsx'
import { merchantBlacklist } from './merchant-blacklist.resource.ts'
import { merchantWhitelist } from './merchant-whitelist.resource.ts'
import { whitelist } from './whitelist.resource.ts'

interface AddToListProps {
  readonly payment: { readonly id: string; readonly merchantId: string; readonly tenantId: string }
  readonly list: keyof typeof lists
  readonly kind: 'card' | 'email' | 'ip'
  /** The e-mail or the address; a card is added by the id of its payment. */
  readonly value: string
  /** Of the button. */
  readonly className?: string
}

const lists = {
  block: { operators: blacklist, merchants: merchantBlacklist },
  trust: { operators: whitelist, merchants: merchantWhitelist },
} as const

/** Adds what a payment was made with to the blacklist or the whitelist: the tenant's, or the merchant's own. */
export function AddToList({ payment, list, kind, value, className = '' }: AddToListProps) {
  const texts = { block: useTexts(blockTexts), trust: useTexts(trustTexts) }
  const [isOpen, setOpen] = useState(false)
  const isMerchant = useUser().audience === 'merchant'
  const of = lists[list][isMerchant ? 'merchants' : 'operators']
  if (!useMayEdit(of)) return null
  const title = texts[list][kind]
  const { merchantId, tenantId } = payment
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        className={className}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      {isOpen && (
        <SideDrawer isOpen onClose={() => setOpen(false)} title={title}>
          {isMerchant && <OwnListNote list={list === 'block' ? 'blacklist' : 'whitelist'} />}
          <ResourceForm
            of={of}
            row={undefined}
            // on the list of the payment's tenant
            partOf={{ id: merchantId, tenantId }}
            filledIn={{ kind, value }}
            onDone={() => setOpen(false)}
          />
        </SideDrawer>
      )}
    </>
  )
}

import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { ResourceForm } from '@counterfoil/kit/web/resource/resource-form.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
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
  /** The card as people read it. */
  readonly shown?: string
  /** The entry by which the card is blocked already. */
  readonly blockedBy?: string | null
  /** Of the button. */
  readonly className?: string
}

const lists = {
  block: { operators: blacklist, merchants: merchantBlacklist },
  trust: { operators: whitelist, merchants: merchantWhitelist },
} as const

/** Adds what a payment was made with to the blacklist or the whitelist: the tenant's, or the merchant's own. */
export function AddToList(props: AddToListProps) {
  const { payment, list, kind, value, shown, className = '' } = props
  const texts = { block: useTexts(blockTexts), trust: useTexts(trustTexts) }
  const [isOpen, setOpen] = useState(false)
  const [added, setAdded] = useState<string>()
  const isMerchant = useUser().audience === 'merchant'
  const of = lists[list][isMerchant ? 'merchants' : 'operators']
  const mayEdit = useMayEdit(of)
  const entry = list === 'block' && kind === 'card' ? (props.blockedBy ?? added) : undefined
  if (entry != null) {
    const page = isMerchant ? merchantBlacklist.merchants?.path : blacklist.screen?.path
    return (
      <Anchor component={Link} inherit to={`${page}?record=${entry}`}>
        {texts.block.blocked}
      </Anchor>
    )
  }
  if (!mayEdit) return null
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
          {shown !== undefined && <p>{shown}</p>}
          {!isMerchant && <p>{texts[list].everywhere}</p>}
          <ResourceForm
            of={of}
            row={undefined}
            // on the list of the payment's tenant
            partOf={{ id: merchantId, tenantId }}
            // the id of a payment stands for its card, and says nothing to a reader
            {...(kind === 'card' ? { preset: { kind, value } } : { filledIn: { kind, value } })}
            onDone={(row) => {
              setAdded(row?.id)
              setOpen(false)
            }}
          />
        </SideDrawer>
      )}
    </>
  )
}

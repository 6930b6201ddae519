import { leads } from '@counterfoil/features/crm/leads/leads.resource.ts'
import { merchants } from '@counterfoil/features/crm/merchants/merchants.resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { ResourceForm } from '@counterfoil/kit/web/resource/resource-form.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { customerFrom } from './customer.rules.ts'
import type { ItemKindCalls } from './item-kinds.tsx'
import { itemTexts } from './item-pages.messages.ts'
import type { TravelStage } from './items.contract.ts'

interface CustomerDrawerProps {
  readonly kind: ItemKindCalls
  readonly itemId: string
  /** The stage to which the record is moved when the customer is created. */
  readonly stage?: TravelStage | undefined
  onClose(): void
}

/** Shows the customer that is to be created, filled in with what is known of it, before it is created. */
export default function CustomerDrawer(props: CustomerDrawerProps) {
  const t = useTexts(itemTexts)
  const { kind, itemId } = props
  const item = useCall(kind.of.calls.read, { params: { id: itemId } }, { quiet: true })
  const leadId = item.data?.leadId
  const asksLead = useMay(...leads.permissions.view) && typeof leadId === 'string'
  const lead = useCall(
    leads.calls.read,
    { params: { id: String(leadId) } },
    { quiet: true, enabled: asksLead },
  )
  const error = item.error ?? lead.error
  const isReady = item.data !== undefined && (!asksLead || lead.data !== undefined)
  return (
    <SideDrawer
      isOpen
      onClose={props.onClose}
      title={
        item.data === undefined ? t.createCustomer : t.customerOf({ name: String(item.data.name) })
      }
    >
      {error !== null && (
        <ErrorState problem={error} onRetry={() => (item.error === null ? lead : item).refetch()} />
      )}
      {error === null && !isReady && <LoadingLines lines={8} />}
      {isReady && item.data !== undefined && (
        <CustomerForm {...props} item={item.data} lead={lead.data} />
      )}
    </SideDrawer>
  )
}

function CustomerForm(
  props: CustomerDrawerProps & { item: ResourceRow; lead: ResourceRow | undefined },
) {
  const t = useTexts(itemTexts)
  const translate = useTranslate()
  const { kind, item, lead, stage, onClose } = props
  const label =
    stage === undefined
      ? t.createCustomer
      : t.customerAndStage({ stage: translate({ en: stage.name, tr: stage.nameTr }) })
  return (
    <>
      <p>{t.customerAbout}</p>
      <ResourceForm
        of={merchants}
        row={undefined}
        filledIn={customerFrom(item, lead)}
        making={{
          call: kind.customer,
          params: { id: item.id },
          more: { version: item.version, ...(stage === undefined ? {} : { stageId: stage.id }) },
          tenantId: item.tenantId,
          label,
        }}
        onDone={onClose}
      />
    </>
  )
}

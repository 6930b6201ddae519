import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useFormContext } from 'react-hook-form'
import { ownListTexts } from './antifraud.messages.ts'
import { merchantScreening } from './merchant-screening.resource.ts'
import { readOwnListsOpened } from './own-lists.contract.ts'

/** People recognise a card by its first and last digits. */
export const listedValue = ({ cardHint, value }: ResourceRow) => String(cardHint ?? value)

type List = 'blacklist' | 'whitelist'

/** Whether its operator has opened the list to a merchant; operators may always add to it. */
export function useIsListOpen(list: List): boolean {
  const isMerchant = useUser().audience === 'merchant'
  const { data } = useCall(readOwnListsOpened, {}, { quiet: true, enabled: isMerchant })
  return data === undefined || data[list]
}

/** Says to a merchant that its operator has not opened the list to it. */
export function OwnListNote({ list }: { list: List }) {
  const t = useTexts(ownListTexts)
  return useIsListOpen(list) ? null : <Note text={t.notOpened} />
}

const openingOf = { blacklist: 'mayBlock', whitelist: 'mayTrust' } as const

/** Says to an operator that what it lists for the merchant of the form is not looked at. */
export function MerchantListNote({ list }: { list: List }) {
  const t = useTexts(ownListTexts)
  const merchantId: unknown = useFormContext().watch('merchantId')
  const isOperator = useUser().audience !== 'merchant'
  const mayLook = useMayCall(merchantScreening.calls.list)
  const isChosen = typeof merchantId === 'string' && merchantId !== ''
  const { data } = useCall(
    merchantScreening.calls.list,
    { query: { merchantId: isChosen ? merchantId : '', isActive: 'true' } },
    { quiet: true, enabled: isOperator && mayLook && isChosen },
  )
  if (data === undefined || data.data.some((row) => row[openingOf[list]] === true)) return null
  return <Note text={t.notLookedAt} />
}

const Note = ({ text }: { text: string }) => (
  <p role="status">
    <strong>{text}</strong>
  </p>
)

import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { merchantConfirmations, operatorConfirmations } from './confirmations.contract.ts'
import { stateTexts, waitingTexts } from './confirmations.messages.ts'
import type { WaitingAction, WaitingActionState } from './confirmations.schema.ts'

const stateMap: StatusMap = {
  waiting: 'pending',
  confirmed: 'ongoing',
  done: 'positive',
  refused: 'negative',
  rejected: 'negative',
  withdrawn: 'neutral',
  expired: 'neutral',
  void: 'neutral',
}

export function StatePill({ state }: { state: WaitingActionState }) {
  const t = useTexts(stateTexts)
  return <StatusPill status={state} map={stateMap} label={t[state]} />
}

/** The calls of the user's side. */
export function useConfirmationCalls() {
  const { audience } = useUser()
  return audience === 'merchant' ? merchantConfirmations : operatorConfirmations
}

type Payee = Pick<WaitingAction, 'transfer' | 'method' | 'cardBrand' | 'cardLast4'>

/** The card or account of the payment or transfer, to which money goes or from which it came. */
export function usePayee(): (action: Payee) => string {
  const { language } = useLanguage()
  return ({ transfer, method, cardBrand, cardLast4 }) => {
    if (transfer !== null) return `${transfer.payeeName} · ${transfer.payeeAccount}`
    return cardLast4 === null
      ? paymentLabel('method', method ?? '', language)
      : `${paymentLabel('brand', cardBrand ?? '', language)} ···· ${cardLast4}`
  }
}

/** `1 of 2`. */
export function useGiven(): (action: WaitingAction) => string {
  const t = useTexts(waitingTexts)
  return ({ confirmations, missing }) =>
    t.given({ given: confirmations, needed: confirmations + missing })
}

import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { emailAddress } from '@counterfoil/kit/contract/fields.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ChoiceField } from '@counterfoil/kit/web/form/fields.tsx'
import { maskCard } from '@counterfoil/kit/web/formats/card-number.ts'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { listTerminalCards } from './virtual-terminal.contract.ts'
import { terminalTexts } from './virtual-terminal.messages.ts'

export type TerminalCard = AnswerOf<typeof listTerminalCards>['data'][number]

const address = emailAddress

/** The cards that the customer with this e-mail let the merchant keep. */
export function useStoredCards(
  email: string,
  merchant: { merchantId?: string },
): readonly TerminalCard[] {
  const isWhole = address.safeParse(email).success
  const query = { ...merchant, email }
  const found = useCall(listTerminalCards, { query }, { enabled: isWhole, quiet: true })
  return isWhole ? (found.data?.data ?? []) : []
}

/** The card that is typed, or one that the customer let the merchant keep; and of that one, what it is charged for. */
export function StoredCardChoice(props: {
  cards: readonly TerminalCard[]
  chosen: TerminalCard | undefined
}) {
  const t = useTexts(terminalTexts)
  const { language } = useLanguage()
  const { cards, chosen } = props
  const expiryOf = ({ expiryMonth, expiryYear }: TerminalCard) =>
    `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`
  return (
    <>
      <ChoiceField
        name="storedCardId"
        label={t.whichCard}
        none={t.typedCard}
        choices={cards.map((card) => ({
          value: card.id,
          label: `${paymentLabel('brand', card.brand, language)} ${maskCard({ ...card, first6: null })} · ${expiryOf(card)}`,
        }))}
      />
      {chosen !== undefined && (
        <ChoiceField
          name="use"
          label={t.chargedFor}
          isRequired
          none={t.chooseUse}
          choices={chosen.uses.map((use) => ({ value: use, label: t.uses[use] }))}
        />
      )}
    </>
  )
}

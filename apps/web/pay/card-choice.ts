import type { PayerPage } from '@counterfoil/features/payments/payment-pages/payer.contract.ts'
import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import { type Card, cardFields } from './card-fields.ts'
import { element, field } from './elements.ts'
import type { payTexts } from './pay.messages.ts'

type StoredCard = PayerPage['storedCards'][number]

/** The card that was entered, or a kept one with its security code. */
export type EnteredCard =
  | { readonly card: Card }
  | { readonly stored: { readonly id: string; readonly securityCode: string } }

export interface CardChoice {
  readonly block: HTMLElement
  /** Undefined with the faults shown and the first of them in focus. */
  read(): EnteredCard | undefined
  /** What must not be left in the page. */
  clear(): void
}

/** The fields of a card; before them, the cards that the payer let the merchant keep. */
export function cardChoice(
  t: InOneLanguage<typeof payTexts>,
  stored: readonly StoredCard[],
  keep: HTMLElement | undefined,
): CardChoice {
  const fresh = cardFields(t, true)
  const code = field(
    'cc-csc',
    t.code,
    { inputmode: 'numeric', maxlength: '4', required: true },
    { hint: t.codeHint },
  )
  let chosen = stored[0]
  const fields = element('div')
  const show = () =>
    fields.replaceChildren(...(chosen === undefined ? [...fresh.blocks, keep ?? ''] : [code.block]))
  const option = (card: StoredCard | undefined, label: string) =>
    element(
      'label',
      {},
      element('input', {
        ...{ type: 'radio', name: 'stored-card', value: card?.id ?? '', checked: card === chosen },
        change: () => {
          chosen = card
          show()
        },
      }),
      label,
    )
  show()
  return {
    block: element(
      'div',
      {},
      stored.length > 0 &&
        element(
          'fieldset',
          {},
          element('legend', {}, t.whichCard),
          element(
            'div',
            { class: 'choices' },
            ...stored.map((card) => option(card, nameOf(card))),
            option(undefined, t.otherCard),
          ),
        ),
      fields,
    ),
    read() {
      if (chosen === undefined) {
        const card = fresh.read()
        return card && { card }
      }
      const digits = chosen.brand === 'american_express' ? 4 : 3
      const securityCode = code.input.value.replace(/\D/g, '')
      const isWhole = securityCode.length === digits
      code.complain(isWhole ? undefined : t.codeWrong({ digits }))
      if (isWhole) return { stored: { id: chosen.id, securityCode } }
      code.input.focus()
      return undefined
    },
    clear() {
      fresh.clear()
      code.input.value = ''
    },
  }
}

const nameOf = ({ brand, last4, expiryMonth, expiryYear }: StoredCard) =>
  `${brandName(brand)} •••• ${last4}, ${String(expiryMonth).padStart(2, '0')}/${expiryYear % 100}`

/** `American Express`, of the brand's code. */
export const brandName = (brand: string): string =>
  brand
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')

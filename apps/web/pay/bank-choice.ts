import type { PayerPage } from '@counterfoil/features/payments/payment-pages/payer.contract.ts'
import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import { element } from './elements.ts'
import type { payTexts } from './pay.messages.ts'

export interface BankChoice {
  readonly block: HTMLElement
  readonly select: HTMLSelectElement
}

/** At which bank the payer approves. */
export function bankChoice(
  t: InOneLanguage<typeof payTexts>,
  banks: PayerPage['banks'],
): BankChoice {
  const select = element(
    'select',
    { id: 'bank', name: 'bank', autocomplete: 'off', 'aria-describedby': 'bank-hint' },
    element('option', { value: '' }, t.bankChoose),
    ...banks.map(({ id, name, isSandbox }) =>
      element('option', { value: id }, isSandbox ? t.bankSandbox({ bank: name }) : name),
    ),
  ) as HTMLSelectElement
  const hint = element('p', { id: 'bank-hint', class: 'quiet' }, t.bankHint)
  const label = element('label', { for: 'bank' }, t.bank)
  return { select, block: element('div', { class: 'field' }, label, select, hint) }
}

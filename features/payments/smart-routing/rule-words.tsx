import type {
  Condition,
  Otherwise,
} from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useValueChoices } from './condition-fields.tsx'
import type { RoutingOverview } from './smart-routing.contract.ts'
import { dayTexts, factTexts, healthTexts, ruleTexts, wayTexts } from './smart-routing.messages.ts'

/** Rules in words, for whoever only reads them. */
export function useRuleWords(overview: RoutingOverview) {
  const t = useTexts(ruleTexts)
  const names = useTexts(factTexts)
  const ways = useTexts(wayTexts)
  const states = useTexts(healthTexts)
  const days = useTexts(dayTexts)
  const money = useMoney()
  const { locale } = useLanguage()
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const choicesOf = useValueChoices(overview)
  const midOf = (id: string) => overview.mids.find((one) => one.id === id)?.midCode ?? id.slice(-8)
  const span = (from: string | null, to: string | null) => `${from ?? '0'} – ${to ?? '∞'}`
  return {
    condition(one: Condition): string {
      const name = names[one.fact]
      switch (one.fact) {
        case 'amount': {
          const shown = (minor: number | null) =>
            minor === null ? null : money(minor, one.currency)
          const { currency } = one
          if (one.min === null && one.max === null) return `${name}: ${currency}`
          return `${name}: ${span(shown(one.min), shown(one.max))}`
        }
        case 'iin':
          return `${name}: ${span(one.from, one.to)}`
        case 'time': {
          const named = one.days.map((day) => days[day as keyof typeof days])
          return `${name}: ${named.join(', ')} ${one.from} – ${one.to}`
        }
        case 'health':
          return `${name} ${midOf(one.midId)}: ${one.is.map((state) => states[state]).join(', ')}`
        default: {
          const choices = choicesOf(one.fact)
          const labels = one.values.map(
            (value) => choices.find((choice) => choice.value === value)?.label ?? value,
          )
          return `${name} ${one.isNot ? t.isNot : t.is}: ${labels.join(', ')}`
        }
      }
    },
    target(to: Otherwise): string {
      if (to.way === 'priority' || to.way === 'none') return ways[to.way]
      const mids =
        to.way === 'split'
          ? to.parts.map(
              ({ midId, basisPoints }) => `${midOf(midId)} ${percent.format(basisPoints / 10_000)}`,
            )
          : to.midIds.map(midOf)
      return `${ways[to.way]}: ${mids.join(', ')}`
    },
  }
}

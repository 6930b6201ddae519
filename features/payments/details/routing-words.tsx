import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { RoutingLog } from './details.contract.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  noRules: 'No rules were in force: the MIDs were tried by their priority.',
  priority:
    'No rule of version {number} took it: the MIDs were tried by their priority, as for all other payments.',
  none: 'No rule of version {number} took it, and it says no way for all other payments.',
  other: 'all other payments',
  order: 'Version {number} of the rules, “{rule}”: its MIDs in their order.',
  split:
    'Version {number} of the rules, “{rule}”: the first MID was drawn, with a share of {share} %.',
  cheapest: 'Version {number} of the rules, “{rule}”: the cheapest of its MIDs first.',
  approval:
    'Version {number} of the rules, “{rule}”: the MID first that had approved most of late.',
  explored:
    'Version {number} of the rules, “{rule}”: the first MID was drawn at random, so that more is known of each.',
})

const wholePercent = 100

/** Why a payment went where it went, in a sentence. */
export function useRoutingWords(): (log: Pick<RoutingLog, 'routedBy'>) => string {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  return ({ routedBy }) => {
    if (routedBy === null) return t.noRules
    const { number, way, share, isExplored } = routedBy
    const values = { number: String(number), rule: routedBy.rule || t.other }
    if (isExplored) return t.explored(values)
    switch (way) {
      case 'split':
        return t.split({ ...values, share: decimal.format((share ?? 0) / wholePercent) })
      case 'priority':
      case 'none':
        return t[way]({ number: values.number })
      default:
        return t[way](values)
    }
  }
}

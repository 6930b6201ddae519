import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { byItself } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { Alert } from './alerts.contract.ts'
import { alertTexts, severityTexts, stateTexts } from './alerts.messages.ts'

const severityColours = { info: 'neutral', warning: 'hold', failed: 'negative' } as const
const stateColours = { open: 'negative', acknowledged: 'hold', resolved: 'positive' } as const

export function Severity({ of }: { of: Alert }) {
  const texts = useTexts(severityTexts)
  return (
    <StatusPill status={severityColours[of.severity]} map={byItself} label={texts[of.severity]} />
  )
}

export function State({ of }: { of: Alert }) {
  const texts = useTexts(stateTexts)
  return <StatusPill status={stateColours[of.state]} map={byItself} label={texts[of.state]} />
}

/** Figures of an alert in their own unit; of a past week without any a dash. */
export function useFigures({ measure, currency }: Pick<Alert, 'measure' | 'currency'>) {
  const t = useTexts(alertTexts)
  const { locale } = useLanguage()
  const money = useMoney()
  const { unit } = measures[measure as Measure]
  const say = (value: number | null): string => {
    if (value === null) return '–'
    if (unit === 'share') {
      return value.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 2 })
    }
    if (unit === 'count' || unit === 'milliseconds' || currency === null)
      return Math.round(value).toLocaleString(locale)
    return money(Math.round(value), currency)
  }
  const expected = ({ low, high }: Pick<Alert, 'low' | 'high'>): string => {
    if (low === null) return t.atMost({ bound: say(high) })
    if (high === null) return t.atLeast({ bound: say(low) })
    return t.between({ low: say(low), high: say(high) })
  }
  return { say, expected }
}

import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './summary-report.module.css'
import { readCost } from './summary-reports.contract.ts'
import { readingTexts } from './summary-reports.messages.ts'

/** What is there at once needs no progress. */
const shownAfterMs = 700
const askedEveryMs = 1_000

interface ReadingProps {
  readonly report: string
  /** As the report is asked for, with the id of its reading. */
  readonly query: object
  onStop(): void
}

/** While payments are read one by one: how many they are, how long that takes, how far it is, and a way to stop it. */
export function PaymentReading({ report, query, onStop }: ReadingProps) {
  const t = useTexts(readingTexts)
  const { locale } = useLanguage()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, shownAfterMs, true)
    return () => clearTimeout(timer)
  }, [])
  const cost = useCall(
    readCost,
    { params: { report }, query: query as never },
    { quiet: true, enabled: isLate, refetchEveryMs: askedEveryMs },
  )
  const { data } = cost
  if (data?.source !== 'payments') return null
  const { payments, seconds, days, daysRead } = data
  const share = (daysRead ?? 0) / days
  const said = t.reading({
    payments: payments.toLocaleString(locale),
    seconds,
    share: share.toLocaleString(locale, { style: 'percent' }),
  })
  return (
    <div className={classes.reading} role="status">
      <span>{said}</span>
      <progress max={days} value={daysRead ?? 0} aria-label={said} />
      <Button size="compact-xs" variant="default" onClick={onStop}>
        {t.stop}
      </Button>
    </div>
  )
}

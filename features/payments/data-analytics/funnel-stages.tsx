import { sentenceText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines, Older } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { CSSProperties } from 'react'
import { analyticsTexts, lossTexts, stageTexts } from './data-analytics.messages.ts'
import classes from './data-analytics.module.css'
import { type Funnel, merchantFunnel, operatorFunnel } from './funnel.contract.ts'

/** The most reasons of one stage that are listed. */
const maxLosses = 6

/** From created to captured, with what was lost before each stage. */
export function FunnelStages({ filter }: { filter: object }) {
  const t = useTexts(analyticsTexts)
  const call = useUser().audience === 'merchant' ? merchantFunnel : operatorFunnel
  const answer = useCall(call, { query: filter as never }, { keepPrevious: true, quiet: true })
  const { data, error } = answer
  return (
    <Section title={t.funnel}>
      {data === undefined && error === null && <LoadingLines lines={4} />}
      {data === undefined && error !== null && (
        <ErrorState problem={error} onRetry={() => answer.refetch()} />
      )}
      <Older isOld={answer.isPlaceholderData}>
        <ol className={classes.funnel}>
          {data?.stages.map((stage) => (
            <StageBar key={stage.stage} stage={stage} all={data.stages[0]?.count ?? 0} />
          ))}
        </ol>
      </Older>
    </Section>
  )
}

function StageBar({ stage, all }: { stage: Funnel['stages'][number]; all: number }) {
  const t = useTexts(analyticsTexts)
  const names = useTexts(stageTexts)
  const lossNames = useTexts(lossTexts)
  const { locale, language } = useLanguage()
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const { count, share, losses } = stage
  return (
    <li>
      <div
        className={classes.stage}
        style={{ '--share': all === 0 ? 0 : count / all } as CSSProperties}
      >
        <strong>{names[stage.stage]}</strong> {t.payments({ count })}
        {share !== null && ` · ${t.ofBefore({ share: percent.format(share) })}`}
      </div>
      {losses.length > 0 && (
        <p className={classes.losses}>
          {t.lost}:{' '}
          {losses
            .slice(0, maxLosses)
            .map(({ loss, reason, count: of }) => {
              const why = reason === null ? undefined : (sentenceText(reason, language) ?? reason)
              const name = why === undefined ? lossNames[loss] : `${lossNames[loss]} (${why})`
              return `${name} ${of.toLocaleString(locale)}`
            })
            .join(' · ')}
          {losses.length > maxLosses && ' …'}
        </p>
      )}
    </li>
  )
}

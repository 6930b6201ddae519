import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines, Older } from '@counterfoil/kit/web/page/states.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { type BaseCurrencyReport, baseCurrencyCharts } from './base-currency.contract.ts'
import classes from './summary-report.module.css'
import type { SummaryReport } from './summary-report.schema.ts'
import { baseCurrencyTexts } from './summary-reports.messages.ts'

/** The payments of a report converted to one currency; currencies without a rate are named. */
export function BaseCurrency({ query, report: shown }: { query: object; report: SummaryReport }) {
  const t = useTexts(baseCurrencyTexts)
  const [chart] = baseCurrencyCharts
  const report = useCall(
    (chart as NonNullable<typeof chart>).call,
    // its very days: those that it has by itself may be others by now
    {
      query: {
        ...{ ...query, groupBy: shown.groupBy.join(',') },
        ...{ dateFrom: shown.from, dateTo: shown.to },
      } as never,
    },
    { keepPrevious: true, quiet: true },
  )
  const { data, error } = report
  return (
    <Section title={data === undefined ? t.title : t.titleOf({ currency: data.baseCurrency })}>
      {data === undefined && error === null && <LoadingLines lines={3} />}
      {data === undefined && error !== null && (
        <ErrorState problem={error} onRetry={() => report.refetch()} />
      )}
      {data !== undefined && (
        <Older isOld={report.isPlaceholderData}>
          <Converted report={data} />
        </Older>
      )}
    </Section>
  )
}

const sums = ['volume', 'captured', 'refunded', 'net'] as const

function Converted({ report }: { report: BaseCurrencyReport }) {
  const t = useTexts(baseCurrencyTexts)
  const { locale } = useLanguage()
  const maySetRates = useMay('Settings.GeneralSettings.Currency.View')
  const { total, baseCurrency, rates, missing } = report
  const shown = sums.flatMap((one) => {
    const amount = total[one]
    return amount === undefined ? [] : [{ one, amount }]
  })
  return (
    <div className={classes.base}>
      <p>
        {shown.map(({ one, amount }, at) => (
          <Fragment key={one}>
            {at > 0 && ' · '}
            {t[one]} <Money amount={amount} currency={baseCurrency} />
          </Fragment>
        ))}
      </p>
      {missing.length > 0 && (
        <ul>
          {missing.map(({ currency, count, volume, firstDay, lastDay }) => (
            <li key={currency}>
              {t.missing({ currency, count, from: formatDay(firstDay), to: formatDay(lastDay) })}{' '}
              {volume !== undefined && <Money amount={volume} currency={currency} />}
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && maySetRates && (
        <p>
          <Anchor component={Link} to="/crm/settings/exchange-rates">
            {t.exchangeRates}
          </Anchor>
        </p>
      )}
      {rates.length === 0 ? (
        missing.length === 0 && <p>{t.noRates}</p>
      ) : (
        <details>
          <summary>{t.rates({ n: rates.length })}</summary>
          <ul>
            {rates.map((rate) => (
              <li key={`${rate.tenantId}${rate.currency}${rate.day}`}>
                {t.rate({
                  currency: rate.currency,
                  rate: Number(rate.rate).toLocaleString(locale, { maximumFractionDigits: 12 }),
                  base: baseCurrency,
                  day: formatDay(rate.day),
                  source: rate.source,
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

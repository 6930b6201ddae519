import { readFile, readTenantFile } from '@counterfoil/features/messaging/files/files.contract.ts'
import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { DateTime, formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { RichText } from '@counterfoil/kit/web/formats/rich-text.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useCurrencies, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { hasPassed, OfferStatus } from './offer-status.tsx'
import { type Agreement, boardingFees, type OfferEntry, type Proposal } from './offers.contract.ts'
import { acceptTexts, channelTexts, feeTexts, offerTexts } from './offers.messages.ts'
import classes from './offers.module.css'
import { documentOf, feeGridOf, isPending } from './offers.rules.ts'

/** The content of an offer, as both sides read it. */
export function OfferDocument(props: { offer: Proposal | Agreement; onNewer(id: string): void }) {
  const t = useTexts(offerTexts)
  const { offer, onNewer } = props
  const { newerVersion: newer } = offer
  const { kind, body, entries } = documentOf(offer)
  const sendsTo = offer.recipients ?? []
  const isLate = isPending(kind, offer.status) && hasPassed(offer.expiresAt)
  return (
    <div className={classes.document} data-offer-document>
      {offer.status === 'Created' && (
        <p className={classes.note}>
          {t.draftNote} {sendsTo.length > 0 && t.sendTo({ names: sendsTo.join(', ') })}
        </p>
      )}
      {isLate && <p className={classes.note}>{t.expired}</p>}
      {newer !== null && (
        <p className={classes.note}>
          {t.newer({ version: newer.version })}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => onNewer(newer.id)}>
            {t.openNewer({ version: newer.version })}
          </Button>
        </p>
      )}
      <Head offer={offer} />
      {offer.rejectReason !== null && (
        <div className={classes.reason}>
          <strong>{offer.withdrawnAt === null ? t.rejectReason : t.withdrawnReason}</strong>
          <p>{offer.rejectReason}</p>
        </div>
      )}
      <section className={classes.text} lang={offer.language}>
        <RichText html={body} />
      </section>
      <Fees offer={offer} />
      <Products entries={entries} currency={offer.currency} />
    </div>
  )
}

function Head({ offer }: { offer: Proposal | Agreement }) {
  const t = useTexts(offerTexts)
  const { answeredAt, answeredBy, answeredFor } = offer
  const isOwn = answeredFor === 'merchant' || offer.withdrawnAt !== null
  const who = isOwn ? answeredBy : t.inStead({ name: answeredBy ?? '' })
  return (
    <>
      <h3 className={classes.subject}>{offer.subject}</h3>
      <Facts
        facts={[
          [t.created, <DateTime key="created" value={offer.created} />],
          [t.version, offer.version],
          [t.status, <OfferStatus key="status" offer={offer} />],
          [t.merchant, offer.merchantName],
          [t.tenant, offer.tenantName],
          ...(offer.expiresAt === null
            ? []
            : [[t.expiresAt, <DateTime key="expires" value={offer.expiresAt} />] as const]),
          ...(answeredAt === null
            ? []
            : [
                [
                  offer.withdrawnAt === null ? t.answered : t.isWithdrawn,
                  <span key="answered">
                    <DateTime value={answeredAt} /> · {who}
                  </span>,
                ] as const,
              ]),
          ...(offer.signedBy === null
            ? []
            : [[t.acceptedBy, <Acceptance key="accepted" offer={offer} />] as const]),
        ]}
      />
    </>
  )
}

/** Who accepted, how and when, with what proves it. */
function Acceptance({ offer }: { offer: Proposal | Agreement }) {
  const t = useTexts(acceptTexts)
  const channels = useTexts(channelTexts)
  const isPlatform = useUser().audience === 'platform'
  const own = useDownload(readFile)
  const ofTenant = useDownload(readTenantFile)
  const { evidence, tenantId, signedBy } = offer
  if (evidence === null) {
    return (
      <>{offer.acceptedThrough === 'api' ? t.throughApi({ name: signedBy ?? '' }) : signedBy}</>
    )
  }
  const { fileId: id, channel, acceptedOn } = evidence
  return (
    <>
      {signedBy} · {channels[channel]} · {formatDay(acceptedOn)}{' '}
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() =>
          isPlatform ? ofTenant.start({ params: { tenantId, id } }) : own.start({ params: { id } })
        }
      >
        {t.showEvidence}
      </Button>
    </>
  )
}

/** At least two decimals, also for currencies without any. */
export function useFee(): (amountMinor: number, currency: string) => string {
  const currencies = useCurrencies()
  const { locale } = useLanguage()
  return (amountMinor, currency) => {
    const places = decimalPlacesOf(currency, currencies)
    const digits = Math.max(2, places)
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    return `${format.format(decimalText(amountMinor, places) as `${number}`)} ${currency}`
  }
}

function Fees({ offer }: { offer: Proposal | Agreement }) {
  const t = useTexts(offerTexts)
  const names = useTexts(feeTexts)
  const feeText = useFee()
  const id = useId()
  return (
    <section className={classes.block} aria-labelledby={id}>
      <h3 id={id}>{t.boardingFees}</h3>
      <dl className={classes.fees}>
        {boardingFees.map((fee) => (
          <div key={fee}>
            <dt>{names[fee]}</dt>
            <dd>{feeText(offer[fee], offer.currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A fee of a product: per cent, or an amount. */
export function useFeeValue(): (value: number, symbol: string, currency: string) => string {
  const { locale } = useLanguage()
  const feeText = useFee()
  return (value, symbol, currency) => {
    if (symbol !== '%') return feeText(value, currency)
    const share = { style: 'percent', minimumFractionDigits: 2 } as const
    return new Intl.NumberFormat(locale, share).format(value / 10_000)
  }
}

/** More fees than these have no room beside each other on a page that is printed. */
const widestOnPaper = 4

function Products({ entries, currency }: { entries: readonly OfferEntry[]; currency: string }) {
  const t = useTexts(offerTexts)
  const feeValue = useFeeValue()
  const id = useId()
  const { columns, rows } = feeGridOf(entries)
  const shown = (value: number | undefined, symbol: string) =>
    value === undefined ? '/' : feeValue(value, symbol, currency)
  return (
    <section className={classes.block} aria-labelledby={id}>
      <h3 id={id}>{t.products}</h3>
      {rows.length === 0 ? (
        <p className={classes.empty}>{t.noProducts}</p>
      ) : (
        <section
          className={classes.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
          tabIndex={0}
          aria-labelledby={id}
        >
          <table className={classes.grid} data-wide={columns.length > widestOnPaper || undefined}>
            <thead>
              <tr>
                <th scope="col">{t.product}</th>
                {columns.map((column) => (
                  <th key={column.id} scope="col">
                    {column.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ productName, values }) => (
                <tr key={productName}>
                  <th scope="row">{productName}</th>
                  {columns.map((column, at) => (
                    <td key={column.id} data-fee={column.name}>
                      {shown(values[at], column.symbol)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

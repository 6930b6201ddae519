import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { paymentMethods } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Facts, Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { listMerchantMids, type MerchantMid, requestsPath } from './merchant-mids.contract.ts'
import { channelTexts, midTexts } from './merchant-mids.messages.ts'

const tones = { open: 'positive', closed: 'neutral' } as const

/** Each method with whether it is open, where, and in which currencies. */
export default function PaymentChannels() {
  const t = useTexts(channelTexts)
  const found = useCall(listMerchantMids, {})
  const { language } = useLanguage()
  return (
    <Page title={t.title} description={t.description}>
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {found.isLoading && <LoadingLines lines={6} />}
      {found.data !== undefined &&
        paymentMethods.map((method) => (
          <Channel
            key={method}
            method={method}
            title={paymentLabel('method', method, language)}
            isOff={found.data.methodsOff.includes(method)}
            currenciesOff={found.data.currenciesOff}
            mids={found.data.mids.filter(
              ({ state, methods }) =>
                state === 'open' && (methods.length === 0 || methods.includes(method)),
            )}
          />
        ))}
    </Page>
  )
}

function Channel(props: {
  method: string
  title: string
  mids: readonly MerchantMid[]
  /** The operator has switched the method off, whatever its MIDs take. */
  isOff: boolean
  currenciesOff: readonly string[]
}) {
  const { method, mids, isOff, currenciesOff } = props
  const t = useTexts(channelTexts)
  const says = useTexts(midTexts)
  const { language } = useLanguage()
  const isOpen = mids.length > 0 && !isOff
  function currenciesOf(all: readonly MerchantMid[], off: readonly string[]): string {
    const isAny = all.some(({ currencies }) => currencies.length === 0)
    if (isAny) return off.length === 0 ? says.all : t.allBut({ currencies: off.join(', ') })
    const named = new Set(all.flatMap(({ currencies }) => currencies))
    return (
      [...named]
        .filter((one) => !off.includes(one))
        .sort()
        .join(', ') || '–'
    )
  }
  const together = (lists: readonly (readonly string[])[], nameOf = (one: string) => one) =>
    lists.some((one) => one.length === 0)
      ? says.all
      : [...new Set(lists.flat())].map(nameOf).sort().join(', ')
  return (
    <Section
      title={props.title}
      actions={
        <StatusPill
          status={isOpen ? 'open' : 'closed'}
          map={tones}
          label={isOpen ? t.openAt({ count: mids.length }) : t.closed}
        />
      }
    >
      {isOff && <p>{t.offText}</p>}
      {!isOpen && !isOff && (
        <>
          <p>{t.closedText}</p>
          <Anchor
            component={Link}
            display="block"
            w="fit-content"
            to={`${requestsPath}?new=open&method=${method}`}
          >
            {t.askOf({ method: props.title })}
          </Anchor>
        </>
      )}
      {isOpen && (
        <Facts
          facts={[
            [says.currencies, currenciesOf(mids, currenciesOff)],
            ...(method === 'card'
              ? [
                  [
                    says.brands,
                    together(
                      mids.map(({ brands }) => brands),
                      (one) => paymentLabel('brand', one, language),
                    ),
                  ] as const,
                ]
              : []),
            [says.mid, mids.map(({ midCode }) => midCode).join(', ')],
          ]}
        />
      )}
    </Section>
  )
}

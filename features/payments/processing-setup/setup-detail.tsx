import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import {
  paymentChannels,
  paymentMethods,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useAmountFault } from '@counterfoil/kit/web/form/fields.tsx'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { parseAmount, typedAmount } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines, Older } from '@counterfoil/kit/web/page/states.tsx'
import { useSystemMode } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useCurrencies } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { readSetup, type SetupAnswer, setupBrand } from './processing-setup.contract.ts'
import { setupTexts } from './processing-setup.messages.ts'
import classes from './processing-setup.module.css'
import { CheckList } from './setup-checks.tsx'
import { TestPaymentPart } from './test-payment.tsx'

/** One merchant, a way of paying and a currency: what must hold, and a payment that tries it. */
export function SetupDetail({ merchantId }: { merchantId: string | null }) {
  const { mode } = useSystemMode()
  const [search, setSearch] = useSearchParams()
  const asked = {
    method: search.get('method') ?? 'card',
    brand: search.get('brand') ?? 'visa',
    currency: search.get('currency'),
    channel: search.get('channel') ?? 'api',
    websiteId: search.get('websiteId'),
    amount: search.get('amount'),
  }
  const set = (name: string, value: string | null) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === null || value === '') next.delete(name)
        else next.set(name, value)
        if (name === 'currency') next.delete('amount')
        return next
      },
      { replace: true },
    )
  const query = {
    ...(merchantId === null ? {} : { merchantId }),
    ...{ method: asked.method, channel: asked.channel },
    ...(asked.currency === null ? {} : { currency: asked.currency }),
    ...(asked.method === 'card' ? { brand: asked.brand } : {}),
    ...(asked.websiteId === null ? {} : { websiteId: asked.websiteId }),
    ...(asked.amount === null ? {} : { amount: Number(asked.amount) }),
  }
  const found = useCall(readSetup, { query: query as never }, { keepPrevious: true })
  return (
    <>
      <Asked
        asked={{ ...asked, currency: asked.currency ?? found.data?.currency ?? '' }}
        websites={found.data?.websites ?? []}
        amount={found.data?.amount}
        set={set}
      />
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {found.isLoading && <LoadingLines lines={8} />}
      {found.data !== undefined && found.error === null && (
        <Older isOld={found.isPlaceholderData}>
          <Verdict setup={found.data} />
          <CheckList setup={found.data} isOwn={merchantId === null} />
          <TestPaymentPart
            key={`${mode} ${JSON.stringify(query)}`}
            setup={found.data}
            isOwn={merchantId === null}
            order={{ ...query, currency: found.data.currency, amount: found.data.amount } as never}
          />
        </Older>
      )}
    </>
  )
}

interface AskedOf {
  readonly asked: {
    readonly method: string
    readonly brand: string
    readonly currency: string
    readonly channel: string
    readonly websiteId: string | null
  }
  readonly websites: SetupAnswer['websites']
  readonly amount: number | undefined
  set(name: string, value: string | null): void
}

function Asked({ asked, websites, amount, set }: AskedOf) {
  const t = useTexts(setupTexts)
  const { language } = useLanguage()
  const currencies = useCurrencies()
  const codes = [...currencies.keys()]
  const labelled = (group: 'method' | 'brand' | 'channel', values: readonly string[]) =>
    values.map((value) => ({ value, label: paymentLabel(group, value, language) }))
  const select = (
    name: 'method' | 'brand' | 'currency' | 'channel',
    data: { value: string; label: string }[],
  ) => (
    <NativeSelect
      label={t[name]}
      size="xs"
      value={asked[name]}
      data={data}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  )
  return (
    <div className={classes.asked}>
      {select('method', labelled('method', paymentMethods))}
      {asked.method === 'card' && select('brand', labelled('brand', setupBrand.options))}
      {select(
        'currency',
        (codes.includes(asked.currency) ? codes : [asked.currency, ...codes]).map((value) => ({
          value,
          label: value,
        })),
      )}
      <AmountAsked
        key={`${asked.currency} ${amount ?? ''}`}
        currency={asked.currency}
        amount={amount}
        onChange={(minor) => set('amount', String(minor))}
      />
      {select('channel', labelled('channel', paymentChannels))}
      {websites.length > 0 && (
        <NativeSelect
          label={t.website}
          size="xs"
          value={asked.websiteId ?? ''}
          data={[
            { value: '', label: t.noWebsite },
            ...websites.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => set('websiteId', event.currentTarget.value)}
        />
      )}
    </div>
  )
}

/** Asked anew when it is left: each digit would be a question. */
function AmountAsked(props: {
  currency: string
  amount: number | undefined
  onChange(minor: number): void
}) {
  const t = useTexts(setupTexts)
  const { locale } = useLanguage()
  const places = decimalPlacesOf(props.currency, useCurrencies())
  const [text, setText] = useState(
    props.amount === undefined ? '' : typedAmount(props.amount, places, locale),
  )
  const faultOf = useAmountFault(props.currency)
  const leave = () => {
    const minor = parseAmount(text, places, locale)
    if (minor !== undefined && minor !== null && minor > 0 && minor !== props.amount) {
      props.onChange(minor)
    }
  }
  return (
    <RuledInput
      label={t.amount}
      size="xs"
      className={classes.amount}
      rule={inputRules.money}
      error={faultOf(text)}
      value={text}
      onValue={setText}
      onLeave={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave()
      }}
    />
  )
}

const tones = { ready: 'positive', missing: 'negative' } as const

function Verdict({ setup }: { setup: SetupAnswer }) {
  const t = useTexts(setupTexts)
  const { isReady, missing } = setup
  return (
    <Section title={setup.merchantName}>
      <div role="status" className={classes.verdict}>
        <StatusPill
          status={isReady ? 'ready' : 'missing'}
          map={tones}
          label={isReady ? t.ready : t.notReady({ count: missing })}
        />
        <span>{isReady ? t.readyText : t.notReadyText}</span>
      </div>
    </Section>
  )
}

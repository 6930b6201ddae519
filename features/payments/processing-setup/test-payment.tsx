import { findingText } from '@counterfoil/features/routing/antifraud/finding-texts.rules.ts'
import type { AnswerOf, InputOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState } from '@counterfoil/kit/web/page/states.tsx'
import { useSystemMode } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useMay, useMayCall, useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  createTestPayment,
  readTestPayment,
  type SetupAnswer,
  type SetupStep,
} from './processing-setup.contract.ts'
import { testTexts } from './processing-setup.messages.ts'
import classes from './processing-setup.module.css'
import { useWhy } from './setup-checks.tsx'

type Made = AnswerOf<typeof createTestPayment>

/** A payment through the whole engine, in Test mode. */
export function TestPaymentPart(props: {
  setup: SetupAnswer
  isOwn: boolean
  order: InputOf<typeof createTestPayment>['body']
}) {
  const { setup, order } = props
  const t = useTexts(testTexts)
  const money = useMoney()
  const { mode } = useSystemMode()
  const mayPay = useMayCall(createTestPayment)
  const [made, setMade] = useState<Made>()
  const pay = useAction(createTestPayment, { quiet: true, onDone: setMade })
  const amount = money(setup.amount, setup.currency)
  return (
    <Section title={t.title}>
      <p className={classes.about}>{t.about}</p>
      {!mayPay && <p>{t.mayNot}</p>}
      {mayPay && mode === 'Live' && <p>{t.live}</p>}
      {mayPay && mode === 'Test' && (
        <>
          {!setup.isReady && <p>{t.notReady}</p>}
          <Button
            size="sm"
            variant={setup.isReady ? 'filled' : 'default'}
            loading={pay.isRunning}
            onClick={() => void pay.run({ body: order })}
          >
            {setup.isReady ? t.take({ amount }) : t.tryAnyway({ amount })}
          </Button>
          <ProblemNote problem={pay.problem} />
        </>
      )}
      {made !== undefined && <Steps key={made.id} id={made.id} />}
    </Section>
  )
}

const everyMs = 2000
const tones = {
  done: 'positive',
  warning: 'pending',
  refused: 'negative',
  waiting: 'pending',
  none: 'neutral',
} as const

/** The steps of a payment; asked again until nothing more is to be expected. */
function Steps({ id }: { id: string }) {
  const t = useTexts(testTexts)
  const { audience } = useUser()
  const [isOver, setIsOver] = useState(false)
  const found = useCall(
    readTestPayment,
    { params: { id } },
    isOver ? {} : { refetchEveryMs: everyMs },
  )
  if (found.data?.isOver === true && !isOver) setIsOver(true)
  const mayOpen = useMay(
    ...(audience === 'merchant'
      ? ['Merchant.Transaction.View']
      : ['CRM.Transaction.View', 'Platform.Transaction.Lookup']),
  )
  const isPlatformAlone = !useMay('CRM.Transaction.View') && audience === 'platform'
  const place = audience === 'merchant' ? '/merchant' : isPlatformAlone ? '/platform' : ''
  if (found.error !== null) {
    return <ErrorState problem={found.error} onRetry={() => found.refetch()} />
  }
  return (
    <div role="status" className={classes.steps}>
      <ol className={classes.checks}>
        {found.data?.steps.map((step, at) => (
          <Step key={`${step.name} ${at}`} step={step} />
        ))}
      </ol>
      {!isOver && <p className={classes.about}>{t.running}</p>}
      {mayOpen && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`${place}/transaction-management/transaction-lookup/${id}`}
        >
          {t.open}
        </Button>
      )}
    </div>
  )
}

function Step({ step }: { step: SetupStep }) {
  const t = useTexts(testTexts)
  const why = useWhy()
  const { serviceProviders } = useUserContext()
  const id = step.values.provider ?? ''
  const provider = serviceProviders.find((one) => one.id === id)?.name ?? id
  const values = step.values.provider === undefined ? step.values : { ...step.values, provider }
  const { language } = useLanguage()
  const isFound = step.name === 'screening' && step.code === null
  // what screening found is kept in English, sentence by sentence
  const text = isFound
    ? (step.text
        ?.split(' · ')
        .map((one) => findingText(one, language))
        .join(' · ') ?? null)
    : step.text
  const said = step.code === null && text === null ? null : why({ ...step, text, values })
  return (
    <li className={classes.check}>
      <StatusPill status={step.state} map={tones} label={t[step.state]} />
      <div>
        <div className={classes.strong}>
          {step.name === 'attempt' ? t.attempt({ provider }) : t[step.name]}
        </div>
        {said !== null && <div className={classes.about}>{said}</div>}
        {step.at !== null && (
          <div className={classes.about}>
            <DateTime value={step.at} seconds />
          </div>
        )}
      </div>
    </li>
  )
}

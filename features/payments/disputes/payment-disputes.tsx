import { readFile } from '@counterfoil/features/messaging/files/files.contract.ts'
import { sentenceText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { isDisputeOpen } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { disputeStatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { StoredFiles } from '@counterfoil/kit/web/upload/stored-files.tsx'
import type { ReactNode } from 'react'
import { answerTexts, disputeTexts } from './disputes.messages.ts'
import type { DisputeView } from './disputes.schema.ts'
import classes from './payment-disputes.module.css'

/** The disputes of a payment, with the date by which an answer is due; the newest first. */
export default function PaymentDisputes({ disputes }: { disputes: readonly DisputeView[] }) {
  const t = useTexts(disputeTexts)
  return (
    <Section title={t.title}>
      <ul className={classes.disputes}>
        {disputes.toReversed().map((dispute) => (
          <li key={dispute.id}>
            <OneDispute dispute={dispute} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function OneDispute({ dispute }: { dispute: DisputeView }) {
  const t = useTexts(disputeTexts)
  const say = useTexts(answerTexts)
  const { language } = useLanguage()
  const { state, stage, currency, respondBy, answer, evidence } = dispute
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.stage, paymentLabel('disputeStage', stage, language)],
    [t.amount, <Money key="amount" amount={dispute.amount} currency={currency} />],
    ...(isDisputeOpen(state)
      ? []
      : [
          [
            t.lostAmount,
            <Money key="lost" amount={dispute.lostAmount} currency={currency} />,
          ] as const,
        ]),
    [t.reason, sentenceText(dispute.reason, language)],
    [t.openedAt, <DateTime key="opened" value={dispute.openedAt} />],
    ...(dispute.closedAt === null
      ? []
      : [[t.closedAt, <DateTime key="closed" value={dispute.closedAt} />] as const]),
    ...(dispute.acquirerReference === null
      ? []
      : [
          [
            t.reference,
            <CopyText key="reference" name={t.reference} text={dispute.acquirerReference} />,
          ] as const,
        ]),
    ...(answer === null
      ? []
      : [
          [
            t.answer,
            <span key="answer">
              {say[answer.kind]}, {say[answer.state]}
            </span>,
          ] as const,
        ]),
    ...(answer?.statement ? [[t.statement, answer.statement] as const] : []),
    ...(evidence.length === 0
      ? []
      : [
          [
            t.evidence,
            <StoredFiles
              key="evidence"
              files={evidence}
              read={readFile}
              note={({ isOfAnswer }) => !isOfAnswer && <span>{t.earlier}</span>}
            />,
          ] as const,
        ]),
  ]
  return (
    <>
      <p className={classes.state}>
        <StatusPill
          status={state}
          map={disputeStatusMap}
          label={paymentLabel('disputeState', state, language)}
        />
        {respondBy !== null && (
          <span>
            {t.respondBy} <DateTime value={respondBy} />
          </span>
        )}
      </p>
      {respondBy !== null && new Date(respondBy) < new Date() && <p>{t.overdue}</p>}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

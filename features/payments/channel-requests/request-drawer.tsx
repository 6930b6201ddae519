import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { RuledTextarea } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { ReasonDialog } from '@counterfoil/kit/web/overlays/reject-dialog.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useChangeText } from './change-words.tsx'
import {
  approveChannelRequest,
  listEligibleMids,
  type RequestCalls,
  refuseChannelRequest,
  withdrawChannelRequest,
} from './channel-requests.contract.ts'
import {
  decideTexts,
  refuseTexts,
  requestTexts,
  stateMap,
  stateTexts,
} from './channel-requests.messages.ts'
import classes from './channel-requests.module.css'
import { type ChannelRequest, maxReasonLength } from './channel-requests.schema.ts'

const midsPath = '/crm/settings/mid-managment'

/** One request: what is asked for and why, what was decided, and the decision while it waits. */
export function RequestDrawer(props: { id: string; calls: RequestCalls; onClose(): void }) {
  const t = useTexts(requestTexts)
  const found = useCall(props.calls.read, { params: { id: props.id } })
  const request = found.data
  return (
    <SideDrawer isOpen onClose={props.onClose} title={t.request}>
      {request === undefined && found.error === null && <LoadingLines lines={6} />}
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {request !== undefined && (
        <>
          <RequestFacts of={request} />
          <Decision of={request} />
        </>
      )}
    </SideDrawer>
  )
}

function RequestFacts({ of }: { of: ChannelRequest }) {
  const t = useTexts(requestTexts)
  const states = useTexts(stateTexts)
  const change = useChangeText()
  const { audience } = useUser()
  return (
    <Facts
      facts={[
        [
          t.state,
          <StatusPill key="state" status={of.state} map={stateMap} label={states[of.state]} />,
        ],
        [t.what, change(of)],
        ...(of.midCode === null ? [] : [[t.mid, of.midCode] as const]),
        [t.mode, t[of.mode]],
        ...(audience === 'platform' ? [[t.tenant, of.tenantName] as const] : []),
        ...(audience === 'merchant' ? [] : [[t.merchant, of.merchantName] as const]),
        [t.reason, of.reason],
        [t.by, of.askedBy],
        [t.asked, <DateTime key="asked" value={of.createdAt} />],
        ...(of.decidedAt === null
          ? []
          : [
              [t.decidedBy, of.decidedBy ?? '–'] as const,
              [t.decided, <DateTime key="decided" value={of.decidedAt} />] as const,
            ]),
        ...(of.answer === null ? [] : [[t.answer, of.answer] as const]),
      ]}
    />
  )
}

function Decision({ of }: { of: ChannelRequest }) {
  const mayApprove = useMayCall(approveChannelRequest)
  const mayWithdraw = useMayCall(withdrawChannelRequest)
  if (of.state !== 'waiting') return null
  if (mayWithdraw) return <Withdrawal of={of} />
  return mayApprove ? <OperatorsDecision of={of} /> : null
}

function Withdrawal({ of }: { of: ChannelRequest }) {
  const t = useTexts(decideTexts)
  const [isAsking, setAsking] = useState(false)
  const withdraw = useAction(withdrawChannelRequest, {
    quiet: true,
    onDone: () => showSnackbar({ message: t.withdrawn, tone: 'success' }),
  })
  return (
    <div className={classes.buttons}>
      <Button size="sm" variant="default" onClick={() => setAsking(true)}>
        {t.withdraw}
      </Button>
      <ProblemNote problem={withdraw.problem} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void withdraw.run({ params: { id: of.id }, body: {} })}
        title={t.withdraw}
        text={t.withdrawText}
        confirmLabel={t.withdraw}
        isRunning={withdraw.isRunning}
      />
    </div>
  )
}

function OperatorsDecision({ of }: { of: ChannelRequest }) {
  const t = useTexts(decideTexts)
  const refusal = useTexts(refuseTexts)
  const params = { id: of.id }
  const [midId, setMidId] = useState<string>()
  const [answer, setAnswer] = useState('')
  const [isRefusing, setRefusing] = useState(false)
  const eligible = useCall(listEligibleMids, { params })
  const approve = useAction(approveChannelRequest, {
    quiet: true,
    onDone: () => showSnackbar({ message: t.approved, tone: 'success' }),
  })
  const refuse = useAction(refuseChannelRequest, { quiet: true, onDone: () => setRefusing(false) })
  if (eligible.data === undefined) return <LoadingLines lines={2} />
  const { isOpen, mids } = eligible.data
  const chosen = of.kind !== 'open' || isOpen ? undefined : (midId ?? mids[0]?.id)
  return (
    <div className={classes.decision}>
      {of.kind === 'open' && (
        <Channel
          {...{ isOpen, mids }}
          chosen={chosen}
          onChoose={setMidId}
          merchantId={of.merchantId}
        />
      )}
      {of.midId !== null && (
        <Anchor component={Link} to={`${midsPath}?record=${of.midId}`}>
          {t.see}
        </Anchor>
      )}
      <RuledTextarea
        label={t.answer}
        minRows={2}
        maxLength={maxReasonLength}
        value={answer}
        onValue={setAnswer}
      />
      <ProblemNote problem={approve.problem} />
      <div className={classes.buttons}>
        <Button
          size="sm"
          loading={approve.isRunning}
          disabled={of.kind === 'open' && !isOpen && chosen === undefined}
          onClick={() => void approve.run({ params, body: { midId: chosen ?? null, answer } })}
        >
          {t.approve}
        </Button>
        <Button size="sm" variant="default" onClick={() => setRefusing(true)}>
          {refusal.title}
        </Button>
      </div>
      {isRefusing && (
        <ReasonDialog
          texts={refusal}
          onClose={() => setRefusing(false)}
          onReject={(reason) => refuse.run({ params, body: { answer: reason } })}
          isRunning={refuse.isRunning}
          problem={refuse.problem}
          maxLength={maxReasonLength}
        />
      )}
    </div>
  )
}

/** Where a method is to be opened: at which MID, or on the screen that sets one up. */
function Channel(props: {
  isOpen: boolean
  mids: readonly { id: string; midCode: string; provider: string }[]
  chosen: string | undefined
  merchantId: string
  onChoose(id: string): void
}) {
  const t = useTexts(decideTexts)
  if (props.isOpen) return <p>{t.alreadyOpen}</p>
  return (
    <>
      {props.mids.length === 0 ? (
        <p>{t.noMid}</p>
      ) : (
        <NativeSelect
          label={t.mid}
          description={t.midHint}
          value={props.chosen ?? ''}
          data={props.mids.map(({ id, midCode, provider }) => ({
            value: id,
            label: `${midCode} · ${provider}`,
          }))}
          onChange={(event) => props.onChoose(event.currentTarget.value)}
        />
      )}
      <Anchor component={Link} to={`${midsPath}?merchantId=${props.merchantId}`}>
        {t.otherMid}
      </Anchor>
    </>
  )
}

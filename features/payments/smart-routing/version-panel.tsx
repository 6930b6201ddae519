import '@counterfoil/kit/web/theme/input-styles.ts'
import { otherwiseId } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Backtests } from './backtests.tsx'
import { RulesEditor } from './rules-editor.tsx'
import { SampleForm } from './sample-form.tsx'
import {
  askActivation,
  confirmActivation,
  deleteVersion,
  type FindingView,
  type RoutingOverview,
  readVersion,
  rollBack,
  updateVersion,
  type VersionDetails,
  withdrawActivation,
} from './smart-routing.contract.ts'
import { changeTexts, routingTexts, ruleTexts, severityTexts } from './smart-routing.messages.ts'
import classes from './smart-routing.module.css'
import { type Face, VersionState } from './version-state.tsx'

interface PanelProps {
  readonly id: string
  readonly overview: RoutingOverview
  readonly face: Face
  readonly mayChange: boolean
  onCopy(from: string): void
  onGone(): void
}

/** One version: its rules, what the analysis says of them, how they differ, and what can be done with it. */
export function VersionPanel(props: PanelProps) {
  const found = useCall(readVersion, { params: { id: props.id } })
  if (found.error !== null)
    return <ErrorState problem={found.error} onRetry={() => found.refetch()} />
  if (found.data === undefined) return <LoadingLines lines={8} />
  return <Version key={found.data.version} {...props} version={found.data} />
}

const severityTones = { error: 'negative', warning: 'pending', note: 'neutral' } as const

/** Whether an ordered list of conditions and MIDs says everything. */
const isOrdered = ({ set }: VersionDetails): boolean =>
  set.explore === 0 &&
  [...set.rules.map(({ to }) => to), set.otherwise].every(
    ({ way }) => way === 'order' || way === 'priority' || way === 'none',
  )

function Version({ version, ...props }: PanelProps & { version: VersionDetails }) {
  const { overview, face, mayChange } = props
  const t = useTexts(routingTexts)
  const [set, setSet] = useState(version.set)
  const [note, setNote] = useState(version.note)
  const isShown = face !== 'v1' || isOrdered(version)
  const isEditable = version.state === 'draft' && mayChange && isShown
  const isChanged = note !== version.note || JSON.stringify(set) !== JSON.stringify(version.set)
  const save = useAction(updateVersion, {
    quiet: true,
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  return (
    <>
      <Section title={`${t.number} ${version.number}`} actions={<VersionState of={version} />}>
        <Decisions {...props} version={version} isChanged={isChanged} />
        {!isShown && <p className={classes.note}>{t.beyondOrdered}</p>}
        {isEditable && (
          <RuledInput
            rule={{ ...inputRules.text, maxLength: 300 }}
            label={t.note}
            value={note}
            onValue={setNote}
          />
        )}
        {isShown && (
          <RulesEditor
            set={set}
            overview={overview}
            isEditable={isEditable}
            isOrderedOnly={face === 'v1'}
            findings={isChanged ? [] : version.findings}
            onChange={setSet}
          />
        )}
        {isEditable && (
          <div className={classes.actions}>
            <Button
              size="xs"
              disabled={!isChanged}
              loading={save.isRunning}
              onClick={() =>
                void save.run({
                  params: { id: version.id },
                  body: { version: version.version, note, set },
                })
              }
            >
              {t.save}
            </Button>
          </div>
        )}
        <ProblemNote problem={save.problem} />
      </Section>
      <Section title={t.findings}>
        <Findings findings={version.findings} />
      </Section>
      <Changes version={version} />
      <Backtests version={version} mayChange={mayChange} isChanged={isChanged} />
      <SampleForm version={version} set={version.set} overview={overview} isChanged={isChanged} />
    </>
  )
}

function Findings({ findings }: { findings: readonly FindingView[] }) {
  const t = useTexts(routingTexts)
  const severities = useTexts(severityTexts)
  if (findings.length === 0) return <p>{t.noFindings}</p>
  return (
    <ul className={classes.findings}>
      {findings.map((one) => (
        <li key={`${one.code} ${one.path}`}>
          <StatusPill status={one.severity} map={severityTones} label={severities[one.severity]} />
          <span>
            {one.message}
            {one.example !== null && (
              <span className={classes.example}> {t.example({ payment: one.example })}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Changes({ version }: { version: VersionDetails }) {
  const t = useTexts(routingTexts)
  const kinds = useTexts(changeTexts)
  const { otherwise, explore } = useTexts(ruleTexts)
  if (version.comparedWith === null) return null
  const number = String(version.comparedWith)
  return (
    <Section title={t.changes({ number })}>
      {version.changes.length === 0 ? (
        <p>{t.noChanges({ number })}</p>
      ) : (
        <ul className={classes.findings}>
          {version.changes.map((one) => (
            <li key={`${one.ruleId} ${one.name}`}>
              <strong>{kinds[one.change]}</strong>{' '}
              <span>{one.name || (one.ruleId === otherwiseId ? otherwise : explore)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** What the caller can do with a version, as its state has it. */
function Decisions({
  version,
  mayChange,
  isChanged,
  onCopy,
  onGone,
}: PanelProps & { version: VersionDetails; isChanged: boolean }) {
  const t = useTexts(routingTexts)
  const translated = useTranslatedProblem()
  const [isDeleting, setDeleting] = useState(false)
  const say = (message: string) => showSnackbar({ message, tone: 'success' })
  const number = String(version.number)
  const ask = useAction(askActivation, { quiet: true, onDone: () => say(t.asked) })
  const confirm = useAction(confirmActivation, { quiet: true, onDone: () => say(t.confirmed) })
  const withdraw = useAction(withdrawActivation, { quiet: true })
  const back = useAction(rollBack, { quiet: true, onDone: () => say(t.rolledBack({ number })) })
  const remove = useAction(deleteVersion, {
    quiet: true,
    onDone: () => {
      say(t.removed)
      onGone()
    },
  })
  const input = { params: { id: version.id }, body: {} }
  const problem =
    ask.problem ?? confirm.problem ?? withdraw.problem ?? back.problem ?? remove.problem
  const { refusal } = version
  return (
    <>
      {version.state === 'waiting' && (
        <p role="status" className={classes.note}>
          {refusal === null
            ? t.waitsFor({ name: version.askedBy ?? '' })
            : (translated(refusal.code) ?? refusal.message)}
        </p>
      )}
      {mayChange && (
        <div className={classes.actions}>
          {version.state === 'draft' && (
            <>
              <Button
                size="xs"
                disabled={isChanged}
                title={isChanged ? t.unsaved : undefined}
                loading={ask.isRunning}
                onClick={() => void ask.run(input)}
              >
                {t.ask}
              </Button>
              <Button size="xs" variant="default" onClick={() => setDeleting(true)}>
                {t.remove}
              </Button>
            </>
          )}
          {version.state === 'waiting' && (
            <>
              {refusal === null && (
                <Button
                  size="xs"
                  loading={confirm.isRunning}
                  onClick={() =>
                    void confirm.run({
                      params: { id: version.id },
                      body: { version: version.version },
                    })
                  }
                >
                  {t.confirm}
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                loading={withdraw.isRunning}
                onClick={() => void withdraw.run(input)}
              >
                {t.withdraw}
              </Button>
            </>
          )}
          {version.state === 'past' && (
            <Button size="xs" loading={back.isRunning} onClick={() => void back.run(input)}>
              {t.rollBack}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => onCopy(version.id)}>
            {t.copy}
          </Button>
        </div>
      )}
      <ProblemNote problem={problem} />
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={() => void remove.run({ params: { id: version.id } })}
        title={t.remove}
        text={t.removeText({ number })}
        confirmLabel={t.remove}
        isRunning={remove.isRunning}
        isDangerous
      />
    </>
  )
}

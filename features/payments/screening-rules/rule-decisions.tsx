import '@mantine/core/styles/Group.layer.css'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { FieldValue } from '@counterfoil/kit/web/resource/resource-cells.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { antifraudRules } from './antifraud-rules.resource.ts'
import {
  askForce,
  confirmForce,
  type RuleState,
  type RuleVersion,
  readRuleState,
  restoreVersion,
  toShadow,
  withdrawForce,
} from './screening-rules.contract.ts'
import { decisionTexts, leavingTexts, versionStates } from './screening-rules.messages.ts'
import classes from './screening-rules.module.css'

/** Puts a rule in force with another person's confirmation, takes it back, and restores what it was. */
export function RuleDecisions({ row }: { row: ResourceRow }) {
  const t = useTexts(decisionTexts)
  const state = useCall(readRuleState, { params: { id: row.id } }, { quiet: true })
  if (state.data === undefined) return null
  return (
    <RecordPart title={t.title}>
      <Actions state={state.data} isActive={row.isActive} />
      <Versions state={state.data} row={row} />
    </RecordPart>
  )
}

function Actions({ state, isActive }: { state: RuleState; isActive: boolean }) {
  const t = useTexts(decisionTexts)
  const leavingWords = useTexts(leavingTexts)
  const translated = useTranslatedProblem()
  const mayEdit = useMayEdit(antifraudRules)
  const [isLeaving, setLeaving] = useState(false)
  const { refusal, leaving } = state
  const say = (message: string) => showSnackbar({ message, tone: 'success' })
  const ask = useAction(askForce, { quiet: true, onDone: () => say(t.asked) })
  // what is in force and switched off stays so when a change of it is confirmed
  const confirming =
    state.effect === 'live' && !isActive
      ? { label: t.confirmOff, done: t.confirmedOff }
      : { label: t.confirm, done: t.confirmed }
  const confirmed = leaving === null ? confirming.done : t.left
  const confirm = useAction(confirmForce, { quiet: true, onDone: () => say(confirmed) })
  const withdraw = useAction(withdrawForce, { quiet: true })
  const leave = useAction(toShadow, {
    quiet: true,
    onDone: () => {
      setLeaving(false)
      say(t.asked)
    },
  })
  const input = { params: { id: state.id }, body: {} }
  const waiting = state.versions.find((one) => one.state === 'waiting')
  const waits = leaving?.to ?? waiting?.number
  const isWaiting = waits !== undefined
  return (
    <>
      {isWaiting && (
        <p role="status">
          {leaving === null
            ? t.waits({ name: waiting?.askedBy ?? '' })
            : leavingWords[leaving.to]({ name: leaving.askedBy })}{' '}
          {refusal !== null && (translated(refusal.code) ?? refusal.message)}
        </p>
      )}
      {mayEdit && (
        <Group gap="xs">
          {!isWaiting && state.effect === 'shadow' && (
            <Button size="xs" loading={ask.isRunning} onClick={() => void ask.run(input)}>
              {t.ask}
            </Button>
          )}
          {isWaiting && refusal === null && (
            <Button
              size="xs"
              loading={confirm.isRunning}
              onClick={() =>
                void confirm.run({ params: { id: state.id }, body: { waiting: waits } })
              }
            >
              {leaving === null ? confirming.label : t.confirmLeaving}
            </Button>
          )}
          {isWaiting && (
            <Button
              size="xs"
              variant="default"
              loading={withdraw.isRunning}
              onClick={() => void withdraw.run(input)}
            >
              {t.withdraw}
            </Button>
          )}
          {!isWaiting && state.effect === 'live' && (
            <Button size="xs" variant="default" onClick={() => setLeaving(true)}>
              {t.toShadow}
            </Button>
          )}
        </Group>
      )}
      <ProblemNote problem={ask.problem ?? confirm.problem ?? withdraw.problem ?? leave.problem} />
      <ConfirmDialog
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={() => void leave.run(input)}
        title={t.toShadow}
        text={t.toShadowText}
        confirmLabel={t.toShadow}
        isRunning={leave.isRunning}
      />
    </>
  )
}

function Versions({ state, row }: { state: RuleState; row: ResourceRow }) {
  const t = useTexts(decisionTexts)
  const states = useTexts(versionStates)
  const mayEdit = useMayEdit(antifraudRules)
  const restore = useAction(restoreVersion, {
    quiet: true,
    // what was never in force waits for another person, where the rule is in force
    onDone: ({ versions }, { params: { number } }) => {
      const isWaiting = versions.some((one) => one.state === 'waiting')
      const message = isWaiting ? t.asked : t.restored({ number })
      showSnackbar({ message, tone: 'success' })
    },
  })
  const run = ({ number }: RuleVersion) =>
    void restore.run({ params: { id: state.id, number }, body: {} })
  if (state.versions.length === 0) return null
  return (
    <>
      <ProblemNote problem={restore.problem} />
      <table className={`${table.table} ${classes.versions}`}>
        <caption>{t.versions}</caption>
        <thead>
          <tr>
            <th scope="col">{t.number}</th>
            <th scope="col">{t.values}</th>
            <th scope="col">{t.made}</th>
          </tr>
        </thead>
        <tbody>
          {state.versions.map((version, at) => (
            <tr key={version.number}>
              <td>
                {version.number} ·{' '}
                {states[version.state === 'active' && !row.isActive ? 'off' : version.state]}
                {mayEdit && at > 0 && version.state !== 'active' && version.state !== 'waiting' && (
                  <div>
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={t.restoreOf({ number: version.number })}
                      onClick={() => run(version)}
                    >
                      {t.restore}
                    </Button>
                  </div>
                )}
              </td>
              <td>
                <VersionValues version={version} row={row} />
              </td>
              <td>
                {version.madeBy ?? t.before} <DateTime value={version.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** What a version says, as far as it says something. */
function VersionValues({ version, row }: { version: RuleVersion; row: ResourceRow }) {
  const translate = useTranslate()
  const said = Object.entries(antifraudRules.fields).filter(([name]) => {
    const value = version.values[name]
    return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
  })
  return (
    <ul className={classes.list}>
      {said.map(([name, field]) => (
        <li key={name}>
          {translate(field.label)}:{' '}
          <FieldValue
            field={field}
            value={version.values[name]}
            row={{ ...version.values, names: row.names }}
          />
        </li>
      ))}
    </ul>
  )
}

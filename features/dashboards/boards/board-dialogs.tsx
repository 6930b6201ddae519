import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import '@counterfoil/kit/web/theme/input-styles.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './board.module.css'
import { listShares, type PlacedWidget, shareWidget, unShareWidget } from './boards.contract.ts'
import { editorTexts } from './editor.messages.ts'

const name = { ...inputRules.text, maxLength: 60 }

/** Asks what a dashboard is called. */
export function NameDialog(props: {
  title: string
  label: string
  begin: string
  /** What happens besides. */
  note?: string | undefined
  isRunning: boolean
  problem: CallProblem | null
  onClose(): void
  onName(name: string): void
}) {
  const t = useTexts(editorTexts)
  const [text, setText] = useState(props.begin)
  return (
    <Dialog
      isOpen
      size="sm"
      title={props.title}
      onClose={props.onClose}
      action={{
        label: props.label,
        isRunning: props.isRunning,
        isDisabled: text.trim() === '',
        onClick: () => props.onName(text.trim()),
      }}
    >
      <RuledInput rule={name} label={t.name} value={text} onValue={setText} />
      {props.note !== undefined && <p className={classes.muted}>{props.note}</p>}
      <ProblemNote problem={props.problem} />
    </Dialog>
  )
}

/** What was arranged here, or what was stored elsewhere meanwhile: one of the two has to go. */
export function ConflictDialog(props: {
  isRunning: boolean
  onMine(): void
  onTheirs(): void
  onClose(): void
}) {
  const t = useTexts(editorTexts)
  return (
    <Dialog
      isOpen
      size="md"
      title={t.conflict}
      onClose={props.onClose}
      footer={
        <div className={classes.bar}>
          <Button variant="default" size="xs" onClick={props.onClose}>
            {t.goOn}
          </Button>
          <Button variant="default" size="xs" onClick={props.onTheirs}>
            {t.theirs}
          </Button>
          <Button size="xs" loading={props.isRunning} onClick={props.onMine}>
            {t.mine}
          </Button>
        </div>
      }
    >
      <p>{t.conflictText}</p>
    </Dialog>
  )
}

/** With which roles a widget is shared; each is shared with, or no longer, at once. */
export function ShareDialog(props: { placed: PlacedWidget; title: string; onClose(): void }) {
  const t = useTexts(editorTexts)
  const { placed, title } = props
  const shares = useCall(listShares, {})
  const share = useAction(shareWidget)
  const unShare = useAction(unShareWidget)
  const { data } = shares
  const isRunning = share.isRunning || unShare.isRunning
  return (
    <Dialog isOpen title={t.shareTitle({ title })} onClose={props.onClose}>
      <p>{t.shareText}</p>
      {data === undefined && <LoadingLines lines={3} />}
      <ul className={classes.roles}>
        {data?.roles.map(({ id, name, widgetIds }) => {
          const isShared = data.data.some(
            ({ widgetId, roleId }) => widgetId === placed.id && roleId === id,
          )
          const mayShare = isShared || widgetIds.includes(placed.widgetId)
          const body = { widgetId: placed.id, roleId: id }
          return (
            <li key={id}>
              <span>{isShared ? `${name} · ${t.sharedNow}` : name}</span>
              {mayShare ? (
                <Button
                  size="xs"
                  variant="default"
                  // not disabled, which would take the focus from it
                  aria-disabled={isRunning}
                  onClick={() => {
                    if (!isRunning) (isShared ? unShare : share).run({ body })
                  }}
                >
                  {isShared ? t.endShare({ role: name }) : t.shareWith({ role: name })}
                </Button>
              ) : (
                <span className={classes.muted}>{t.notGiven}</span>
              )}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

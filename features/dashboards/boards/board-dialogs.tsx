import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import '@counterfoil/kit/web/theme/input-styles.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog, Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './board.module.css'
import type { Dashboards, Storing } from './board-editor.tsx'
import {
  type Board,
  listShares,
  type PlacedWidget,
  shareWidget,
  unShareWidget,
} from './boards.contract.ts'
import { editorTexts } from './editor.messages.ts'
import type { Arrangement, DraftWidget, useLayoutCommands } from './kept-arrangement.tsx'
import { TileDialog } from './tile-dialog.tsx'

/** What is open over the editor; `store-first` asks before a widget is stored in order to be shared. */
export type OpenDialog =
  | { readonly kind: 'gallery' | 'create' | 'rename' | 'reset' | 'discard' | 'conflict' }
  | { readonly kind: 'change'; readonly placed: DraftWidget }
  | { readonly kind: 'share'; readonly placed: PlacedWidget }
  | { readonly kind: 'store-first'; readonly at: number }

interface EditorDialogProps {
  readonly dialog: OpenDialog
  readonly board: Board
  readonly arrangement: Arrangement
  readonly layout: ReturnType<typeof useLayoutCommands>
  readonly storing: Storing
  readonly dashboards: Dashboards
  onClose(): void
}

/** The dialog that is open over the editor. The gallery is there all the time, and keeps what was looked for in it. */
export function EditorDialog(props: EditorDialogProps) {
  const { dialog, layout, storing, onClose } = props
  switch (dialog.kind) {
    case 'gallery':
      return null
    case 'create':
    case 'rename':
      return <DashboardNameDialog {...props} kind={dialog.kind} />
    case 'reset':
      return <ResetQuestion {...props} />
    case 'discard':
      return <DiscardQuestion onConfirm={storing.leave} onClose={onClose} />
    case 'conflict':
      return (
        <ConflictDialog
          isRunning={storing.isSaving}
          onMine={storing.storeMine}
          onTheirs={storing.dropMine}
          onClose={onClose}
        />
      )
    case 'change':
      return (
        <TileDialog
          called={layout.titleOf(dialog.placed)}
          placed={dialog.placed}
          onClose={onClose}
          onSave={(to) => {
            layout.change(dialog.placed, to)
            onClose()
          }}
        />
      )
    case 'share':
      return (
        <ShareDialog
          placed={dialog.placed}
          title={layout.titleOf(dialog.placed)}
          onClose={onClose}
        />
      )
    case 'store-first':
      return <StoreFirstQuestion {...props} at={dialog.at} />
  }
}

function DashboardNameDialog(props: EditorDialogProps & { readonly kind: 'create' | 'rename' }) {
  const { board, arrangement, dashboards, onClose } = props
  const t = useTexts(editorTexts)
  const isNew = props.kind === 'create'
  const { isRunning, problem, run } = dashboards[props.kind]
  if (!isNew && board.categoryId === null) return null
  return (
    <NameDialog
      title={isNew ? t.newDashboard : t.renameTitle}
      label={isNew ? t.create : t.rename}
      begin={isNew ? '' : (board.name ?? '')}
      note={isNew && arrangement.isChanged ? t.storesFirst : undefined}
      isRunning={isRunning}
      problem={problem}
      onClose={onClose}
      onName={run}
    />
  )
}

function ResetQuestion({ board, dashboards, onClose }: EditorDialogProps) {
  const t = useTexts(editorTexts)
  if (board.categoryId === null) return null
  return (
    <ConfirmDialog
      isOpen
      title={board.isHome ? t.reset : t.deleteDashboard}
      text={board.isHome ? t.resetText : t.deleteText}
      confirmLabel={board.isHome ? t.reset : t.deleteDashboard}
      isDangerous
      isRunning={dashboards.remove.isRunning}
      onConfirm={dashboards.remove.run}
      onClose={onClose}
    />
  )
}

function DiscardQuestion(props: { onConfirm(): void; onClose(): void }) {
  const t = useTexts(editorTexts)
  return (
    <ConfirmDialog
      isOpen
      title={t.discardTitle}
      text={t.discardText}
      confirmLabel={t.discard}
      isDangerous
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    />
  )
}

function StoreFirstQuestion(props: EditorDialogProps & { readonly at: number }) {
  const { at, arrangement, layout, storing, onClose } = props
  const t = useTexts(editorTexts)
  return (
    <ConfirmDialog
      isOpen
      title={t.shareTitle({ title: layout.titleOf(arrangement.widgets[at] as DraftWidget) })}
      text={t.shareStores}
      confirmLabel={t.storeAndShare}
      isRunning={storing.isSaving}
      onConfirm={() => storing.storeAndShare(at)}
      onClose={onClose}
    />
  )
}

const name = { ...inputRules.text, maxLength: 60 }

/** Asks what a dashboard is called. */
function NameDialog(props: {
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
function ConflictDialog(props: {
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
function ShareDialog(props: { placed: PlacedWidget; title: string; onClose(): void }) {
  const t = useTexts(editorTexts)
  const { placed, title } = props
  const { data } = useCall(listShares, {})
  return (
    <Dialog isOpen title={t.shareTitle({ title })} onClose={props.onClose}>
      <p>{t.shareText}</p>
      {data === undefined && <LoadingLines lines={3} />}
      <ul className={classes.roles}>
        {data?.roles.map(({ id, name, widgetIds }) => {
          const isShared = data.data.some(
            ({ widgetId, roleId }) => widgetId === placed.id && roleId === id,
          )
          return (
            <li key={id}>
              <span>{isShared ? `${name} · ${t.sharedNow}` : name}</span>
              {isShared || widgetIds.includes(placed.widgetId) ? (
                <ShareButton
                  isShared={isShared}
                  roleName={name}
                  share={{ widgetId: placed.id, roleId: id }}
                />
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

/** Each role has calls of its own, so that a press is not lost while another role's is stored. */
function ShareButton(props: {
  isShared: boolean
  roleName: string
  share: { readonly widgetId: string; readonly roleId: string }
}) {
  const t = useTexts(editorTexts)
  const share = useAction(shareWidget)
  const unShare = useAction(unShareWidget)
  const isRunning = share.isRunning || unShare.isRunning
  const { isShared, roleName: role } = props
  return (
    <Button
      size="xs"
      variant="default"
      // not disabled, which would take the focus from it
      aria-disabled={isRunning}
      onClick={() => {
        if (!isRunning) (isShared ? unShare : share).run({ body: props.share })
      }}
    >
      {isShared ? t.endShare({ role }) : t.shareWith({ role })}
    </Button>
  )
}

import {
  arranged,
  type LayoutCommand,
  type Width,
} from '@counterfoil/features/dashboards/widgets/layout.rules.ts'
import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ArrangedTile } from './arranged-tile.tsx'
import classes from './board.module.css'
import { ConflictDialog, NameDialog, ShareDialog } from './board-dialogs.tsx'
import {
  arrangeBoard,
  type Board,
  createBoard,
  type PlacedWidget,
  removeBoard,
  renameBoard,
} from './boards.contract.ts'
import { editorTexts } from './editor.messages.ts'
import { GalleryDrawer } from './gallery-drawer.tsx'
import { isStored, useArrangement } from './kept-arrangement.tsx'
import { TileDialog } from './tile-dialog.tsx'
import type { ShownAnswer } from './use-board-answers.tsx'

interface EditorProps {
  readonly board: Board
  readonly answers: ReadonlyMap<string, ShownAnswer>
  onBoard(categoryId: string | undefined): void
  /** Reads the dashboard again. */
  onReread(): Promise<Board | undefined>
  onDone(): void
}

export type DraftWidget = Omit<PlacedWidget, 'width'> & {
  readonly width: Width
  /** Of the editor: a widget that was just added has no other. */
  readonly key: string
}

let lastKey = 0
const newKey = () => {
  lastKey += 1
  return `new-${lastKey}`
}

/** Arranges a dashboard: by mouse, by buttons and by keyboard with the same commands. Done stores it, Cancel leaves it. */
export default function BoardEditor(props: EditorProps) {
  const { board, answers, onBoard, onDone } = props
  const t = useTexts(editorTexts)
  const translate = useTranslate()
  const arrangement = useArrangement(board)
  const { widgets: draft, arrange: setDraft } = arrangement
  const [isAdding, setAdding] = useState(false)
  const [isResetting, setResetting] = useState(false)
  const [asks, setAsks] = useState<'discard' | 'conflict' | 'create' | 'rename'>()
  const [toShare, setToShare] = useState<number>()
  const [shared, setShared] = useState<PlacedWidget>()
  const [changed, setChanged] = useState<DraftWidget>()
  const [said, say] = useState('')
  const save = useAction(arrangeBoard, {
    quiet: true,
    onProblem: ({ code }) => {
      if (code === 'dashboard.changed_meanwhile') setAsks('conflict')
    },
  })
  const create = useAction(createBoard, { quiet: true })
  const rename = useAction(renameBoard, { quiet: true, onDone: () => setAsks(undefined) })
  const reset = useAction(removeBoard, {
    onDone: () => {
      arrangement.forget()
      setResetting(false)
      onBoard(undefined)
      onDone()
    },
  })
  const arrangementBase = { categoryId: board.categoryId, version: arrangement.version }
  const titleOf = ({ title, widget, widgetId }: PlacedWidget) =>
    title ?? (widget === null ? widgetId : translate(widget.title))

  function command(of: LayoutCommand) {
    const before = draft
    const after = arranged(draft, of, () => newKey())
    if (after === draft) return
    setDraft(after)
    const one = before[of.at] as DraftWidget
    if (of.kind === 'remove') {
      showSnackbar({
        message: t.removed({ title: titleOf(one) }),
        action: { label: t.undo, run: () => setDraft(before) },
      })
    }
    if (of.kind === 'move')
      say(t.moved({ title: titleOf(one), place: of.to + 1, count: after.length }))
    if (of.kind === 'resize')
      say(t.resized({ title: titleOf(one), width: of.width, height: of.height }))
  }

  function add(widget: Widget, size: { width: Width; height: number }) {
    const key = newKey()
    const { widgetId, fault } = widget
    setDraft([
      ...draft,
      { key, id: key, widgetId, title: null, filters: {}, ...size, widget, fault },
    ])
    say(t.added({ title: translate(widget.title) }))
  }

  const isPlaced = ({ id }: DraftWidget) => board.categoryId !== null && !id.startsWith('new-')
  /** Stores what is arranged over the dashboard on which it began, or over a later one. */
  async function store(over: Pick<Board, 'categoryId' | 'version'> = arrangementBase) {
    const stored = await save.run({
      body: {
        categoryId: over.categoryId,
        version: over.version,
        widgets: draft.map((one) => ({
          ...(isPlaced(one) ? { id: one.id } : {}),
          ...{ widgetId: one.widgetId, title: one.title, filters: one.filters },
          ...{ width: one.width, height: one.height },
        })),
      },
    })
    if (stored === undefined) return undefined
    arrangement.begin(stored)
    onBoard(stored.isHome ? undefined : (stored.categoryId ?? undefined))
    return stored
  }

  async function done() {
    if (!arrangement.isChanged || (await store()) !== undefined) leave()
  }
  async function storeMine() {
    const latest = await props.onReread()
    if (latest === undefined || (await store(latest)) === undefined) return
    leave()
  }
  async function dropMine() {
    await props.onReread()
    leave()
  }
  function leave() {
    arrangement.forget()
    onDone()
  }

  /** A widget is shared by its place, as it is stored. */
  function share(at: number) {
    const one = draft[at]
    if (one === undefined) return
    if (isStored(one, board)) setShared(one)
    else setToShare(at)
  }
  async function storeAndShare(at: number) {
    const stored = await store()
    setToShare(undefined)
    setShared(stored?.widgets[at])
  }

  async function begin(name: string) {
    if (arrangement.isChanged && (await store()) === undefined) return
    const made = await create.run({ body: { name } })
    if (made === undefined) return
    arrangement.forget()
    onBoard(made.categoryId)
    onDone()
  }

  return (
    <>
      <div className={classes.bar}>
        <Button size="xs" onClick={done} loading={save.isRunning}>
          {t.done}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => (arrangement.isChanged ? setAsks('discard') : leave())}
        >
          {t.cancel}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t.add}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsks('create')}>
          {t.newDashboard}
        </Button>
        {!board.isHome && (
          <Button size="xs" variant="default" onClick={() => setAsks('rename')}>
            {t.rename}
          </Button>
        )}
        {board.categoryId !== null && (
          <Button size="xs" variant="default" onClick={() => setResetting(true)}>
            {board.isHome ? t.reset : t.deleteDashboard}
          </Button>
        )}
        <span className={classes.muted}>{t.keys}</span>
      </div>
      {asks !== 'conflict' && <ProblemNote problem={save.problem} />}
      {arrangement.isKept && (
        <p role="note" className={classes.note}>
          {t.kept}
        </p>
      )}
      <p className={classes.said} role="status">
        {said}
      </p>
      <div className={classes.grid}>
        {draft.map((one, at) => (
          <ArrangedTile
            key={one.key}
            placed={one}
            at={at}
            count={draft.length}
            title={titleOf(one)}
            answer={answers.get(one.id) ?? answers.get(one.widgetId)}
            onCommand={command}
            onShare={() => share(at)}
            onChange={() => setChanged(one)}
          />
        ))}
      </div>
      <GalleryDrawer isOpen={isAdding} onClose={() => setAdding(false)} onAdd={add} />
      {shared !== undefined && (
        <ShareDialog placed={shared} title={titleOf(shared)} onClose={() => setShared(undefined)} />
      )}
      {changed !== undefined && (
        <TileDialog
          called={titleOf(changed)}
          placed={changed}
          onClose={() => setChanged(undefined)}
          onSave={(change) => {
            setDraft(draft.map((one) => (one.key === changed.key ? { ...one, ...change } : one)))
            setChanged(undefined)
          }}
        />
      )}
      {toShare !== undefined && (
        <ConfirmDialog
          isOpen
          title={t.shareTitle({ title: titleOf(draft[toShare] as DraftWidget) })}
          text={t.shareStores}
          confirmLabel={t.storeAndShare}
          isRunning={save.isRunning}
          onConfirm={() => storeAndShare(toShare)}
          onClose={() => setToShare(undefined)}
        />
      )}
      {asks === 'discard' && (
        <ConfirmDialog
          isOpen
          title={t.discardTitle}
          text={t.discardText}
          confirmLabel={t.discard}
          isDangerous
          onConfirm={leave}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === 'conflict' && (
        <ConflictDialog
          isRunning={save.isRunning}
          onMine={storeMine}
          onTheirs={dropMine}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === 'create' && (
        <NameDialog
          title={t.newDashboard}
          label={t.create}
          begin=""
          note={arrangement.isChanged ? t.storesFirst : undefined}
          isRunning={create.isRunning || save.isRunning}
          problem={create.problem}
          onClose={() => setAsks(undefined)}
          onName={begin}
        />
      )}
      {asks === 'rename' && board.categoryId !== null && (
        <NameDialog
          title={t.renameTitle}
          label={t.rename}
          begin={board.name ?? ''}
          isRunning={rename.isRunning}
          problem={rename.problem}
          onClose={() => setAsks(undefined)}
          onName={(name) => rename.run({ body: { name, id: board.categoryId ?? '' } })}
        />
      )}
      {isResetting && board.categoryId !== null && (
        <ConfirmDialog
          isOpen
          title={board.isHome ? t.reset : t.deleteDashboard}
          text={board.isHome ? t.resetText : t.deleteText}
          confirmLabel={board.isHome ? t.reset : t.deleteDashboard}
          isDangerous
          isRunning={reset.isRunning}
          onConfirm={() => reset.run({ params: { id: board.categoryId ?? '' } })}
          onClose={() => setResetting(false)}
        />
      )}
    </>
  )
}

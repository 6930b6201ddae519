import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { EmptyState } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { ArrangedTile } from './arranged-tile.tsx'
import classes from './board.module.css'
import { EditorDialog, type OpenDialog } from './board-dialogs.tsx'
import {
  arrangeBoard,
  type Board,
  createBoard,
  removeBoard,
  renameBoard,
} from './boards.contract.ts'
import { editorTexts } from './editor.messages.ts'
import { GalleryDrawer } from './gallery-drawer.tsx'
import {
  type Arrangement,
  type DraftWidget,
  isStored,
  useArrangement,
  useLayoutCommands,
} from './kept-arrangement.tsx'
import type { ShownAnswer } from './use-board-answers.tsx'

interface EditorProps {
  readonly board: Board
  readonly answers: ReadonlyMap<string, ShownAnswer>
  onBoard(categoryId: string | undefined): void
  /** Reads the dashboard again. */
  onReread(): Promise<Board | undefined>
  onDone(): void
}

/** Arranges a dashboard: by mouse, by buttons and by keyboard with the same commands. Done stores it, Cancel leaves it. */
export default function BoardEditor(props: EditorProps) {
  const { board, answers } = props
  const t = useTexts(editorTexts)
  const arrangement = useArrangement(board)
  const layout = useLayoutCommands(arrangement)
  const [dialog, setDialog] = useState<OpenDialog>()
  const editing = { ...props, arrangement, setDialog }
  const storing = useStoring(editing)
  const dashboards = useDashboards(editing, storing)
  const draft = arrangement.widgets
  return (
    <>
      <EditorBar
        board={board}
        isSaving={storing.isSaving}
        hasWidgets={draft.length > 0}
        onDone={storing.done}
        onCancel={() => (arrangement.isChanged ? setDialog({ kind: 'discard' }) : storing.leave())}
        onOpen={setDialog}
      />
      {dialog?.kind !== 'conflict' && <ProblemNote problem={storing.problem} />}
      {arrangement.isKept && (
        <p role="note" className={classes.note}>
          {t.kept}
        </p>
      )}
      <p className={classes.said} role="status">
        {layout.said}
      </p>
      <div className={classes.grid}>
        {draft.map((one, at) => (
          <ArrangedTile
            key={one.key}
            placed={one}
            at={at}
            count={draft.length}
            title={layout.titleOf(one)}
            answer={answers.get(one.id) ?? answers.get(one.widgetId)}
            onCommand={layout.run}
            onShare={() => storing.share(at)}
            onChange={() => setDialog({ kind: 'change', placed: one })}
          />
        ))}
      </div>
      {draft.length === 0 && <EmptyState title={t.empty} text={t.emptyText({ add: t.add })} />}
      <GalleryDrawer
        isOpen={dialog?.kind === 'gallery'}
        onClose={() => setDialog(undefined)}
        onAdd={layout.add}
      />
      {dialog !== undefined && (
        <EditorDialog
          dialog={dialog}
          board={board}
          arrangement={arrangement}
          layout={layout}
          storing={storing}
          dashboards={dashboards}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

function EditorBar(props: {
  readonly board: Board
  readonly isSaving: boolean
  readonly hasWidgets: boolean
  onDone(): void
  onCancel(): void
  onOpen(dialog: OpenDialog): void
}) {
  const { board, onOpen } = props
  const t = useTexts(editorTexts)
  return (
    <div className={classes.bar}>
      <Button size="xs" onClick={props.onDone} loading={props.isSaving}>
        {t.done}
      </Button>
      <Button size="xs" variant="default" onClick={props.onCancel}>
        {t.cancel}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => onOpen({ kind: 'gallery' })}
      >
        {t.add}
      </Button>
      <Button size="xs" variant="default" onClick={() => onOpen({ kind: 'create' })}>
        {t.newDashboard}
      </Button>
      {!board.isHome && (
        <Button size="xs" variant="default" onClick={() => onOpen({ kind: 'rename' })}>
          {t.rename}
        </Button>
      )}
      {board.categoryId !== null && (
        <Button size="xs" variant="default" onClick={() => onOpen({ kind: 'reset' })}>
          {board.isHome ? t.reset : t.deleteDashboard}
        </Button>
      )}
      {props.hasWidgets && <span className={classes.keys}>{t.keys}</span>}
    </div>
  )
}

interface Editing extends EditorProps {
  readonly arrangement: Arrangement
  readonly setDialog: Dispatch<SetStateAction<OpenDialog | undefined>>
}

/** Stores what is arranged, or leaves it. */
function useStoring({ board, arrangement, setDialog, onBoard, onReread, onDone }: Editing) {
  const save = useAction(arrangeBoard, {
    quiet: true,
    onProblem: ({ code }) => {
      if (code === 'dashboard.changed_meanwhile') setDialog({ kind: 'conflict' })
    },
  })
  const begun = { categoryId: board.categoryId, version: arrangement.version }
  /** Over the dashboard on which the arrangement began, or over a later one. */
  async function store({ categoryId, version }: Pick<Board, 'categoryId' | 'version'> = begun) {
    const widgets = arrangement.widgets.map((one) => bodyOf(one, board))
    const stored = await save.run({ body: { categoryId, version, widgets } })
    if (stored === undefined) return undefined
    arrangement.begin(stored)
    onBoard(stored.isHome ? undefined : (stored.categoryId ?? undefined))
    return stored
  }
  function leave() {
    arrangement.forget()
    onDone()
  }
  return {
    isSaving: save.isRunning,
    problem: save.problem,
    store,
    leave,
    async done() {
      if (!arrangement.isChanged || (await store()) !== undefined) leave()
    },
    /** Over what was stored elsewhere meanwhile. */
    async storeMine() {
      const latest = await onReread()
      if (latest === undefined || (await store(latest)) === undefined) return
      leave()
    },
    async dropMine() {
      await onReread()
      leave()
    },
    /** A widget is shared by its place, as it is stored. */
    share(at: number) {
      const one = arrangement.widgets[at]
      if (one === undefined) return
      setDialog(isStored(one, board) ? { kind: 'share', placed: one } : { kind: 'store-first', at })
    },
    async storeAndShare(at: number) {
      const stored = await store()
      const placed = stored?.widgets[at]
      const next: OpenDialog | undefined = placed && { kind: 'share', placed }
      // a conflict, which is why it was not stored, stays open
      setDialog((open) => next ?? (open?.kind === 'store-first' ? undefined : open))
    },
  }
}

export type Storing = ReturnType<typeof useStoring>

function bodyOf(one: DraftWidget, { categoryId }: Board) {
  const isPlaced = categoryId !== null && !one.id.startsWith('new-')
  const { widgetId, title, filters, width, height } = one
  return { ...(isPlaced ? { id: one.id } : {}), widgetId, title, filters, width, height }
}

/** Begins another dashboard, renames this one, or removes it. */
function useDashboards({ board, arrangement, setDialog, onBoard }: Editing, storing: Storing) {
  const create = useAction(createBoard, { quiet: true })
  // the dialog stays until the new one is there to be arranged, in an editor of its own
  const [isCreated, setCreated] = useState(false)
  const rename = useAction(renameBoard, {
    quiet: true,
    onDone: () => setDialog((open) => (open?.kind === 'rename' ? undefined : open)),
  })
  const remove = useAction(removeBoard, {
    onDone: () => {
      setDialog(undefined)
      onBoard(undefined)
      storing.leave()
    },
  })
  const id = board.categoryId ?? ''
  return {
    create: {
      isRunning: create.isRunning || storing.isSaving || isCreated,
      problem: create.problem,
      /** What is arranged here is stored first. */
      async run(name: string) {
        if (arrangement.isChanged && (await storing.store()) === undefined) return
        const made = await create.run({ body: { name } })
        if (made === undefined) return
        arrangement.forget()
        setCreated(true)
        onBoard(made.categoryId)
      },
    },
    rename: {
      isRunning: rename.isRunning,
      problem: rename.problem,
      run: (name: string) => rename.run({ body: { name, id } }),
    },
    remove: {
      isRunning: remove.isRunning,
      run: () => remove.run({ params: { id } }),
    },
  }
}

export type Dashboards = ReturnType<typeof useDashboards>

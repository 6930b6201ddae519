import {
  arranged,
  type LayoutCommand,
  type Width,
} from '@counterfoil/features/dashboards/widgets/layout.rules.ts'
import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ArrangedTile } from './arranged-tile.tsx'
import classes from './board.module.css'
import {
  arrangeBoard,
  type Board,
  createBoard,
  type PlacedWidget,
  removeBoard,
} from './boards.contract.ts'
import { editorTexts } from './editor.messages.ts'
import { GalleryDrawer } from './gallery-drawer.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { TileDialog } from './tile-dialog.tsx'
import type { ShownAnswer } from './use-board-answers.tsx'

interface EditorProps {
  readonly board: Board
  readonly answers: ReadonlyMap<string, ShownAnswer>
  onBoard(categoryId: string | undefined): void
  onDone(): void
}

export type DraftWidget = Omit<PlacedWidget, 'width'> & {
  readonly width: Width
  /** Of the editor: a widget that was just added has no other. */
  readonly key: string
}

const keyed = (one: PlacedWidget): DraftWidget => ({
  ...one,
  width: one.width as Width,
  key: one.id,
})
let lastKey = 0
const newKey = () => {
  lastKey += 1
  return `new-${lastKey}`
}

/** Arranges a dashboard: by mouse, by buttons and by keyboard with the same commands. Done stores it, Cancel leaves it. */
export default function BoardEditor({ board, answers, onBoard, onDone }: EditorProps) {
  const t = useTexts(editorTexts)
  const translate = useTranslate()
  const [draft, setDraft] = useState<readonly DraftWidget[]>(() => board.widgets.map(keyed))
  const [isAdding, setAdding] = useState(false)
  const [isResetting, setResetting] = useState(false)
  const [shared, setShared] = useState<PlacedWidget>()
  const [changed, setChanged] = useState<DraftWidget>()
  const [said, say] = useState('')
  const save = useAction(arrangeBoard)
  const create = useAction(createBoard)
  const reset = useAction(removeBoard, {
    onDone: () => {
      setResetting(false)
      onBoard(undefined)
      onDone()
    },
  })
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

  const isKept = ({ id }: DraftWidget) => board.categoryId !== null && !id.startsWith('new-')
  const store = () =>
    save.run({
      body: {
        categoryId: board.categoryId,
        version: board.version,
        widgets: draft.map((one) => ({
          ...(isKept(one) ? { id: one.id } : {}),
          ...{ widgetId: one.widgetId, title: one.title, filters: one.filters },
          ...{ width: one.width, height: one.height },
        })),
      },
    })

  async function done() {
    const stored = await store()
    if (stored === undefined) return
    onBoard(stored.categoryId ?? undefined)
    onDone()
  }

  /** A widget is shared by its place, which is stored for that first. */
  async function share(at: number) {
    const stored = await store()
    const one = stored?.widgets[at]
    if (stored === undefined || one === undefined) return
    onBoard(stored.categoryId ?? undefined)
    setDraft(stored.widgets.map(keyed))
    setShared(one)
  }

  async function begin() {
    const made = await create.run({ body: { name: t.another } })
    if (made === undefined) return
    onBoard(made.categoryId)
    onDone()
  }

  return (
    <>
      <div className={classes.bar}>
        <Button size="xs" onClick={done} loading={save.isRunning}>
          {t.done}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
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
        <Button size="xs" variant="default" onClick={begin} loading={create.isRunning}>
          {t.newDashboard}
        </Button>
        {board.categoryId !== null && (
          <Button size="xs" variant="default" onClick={() => setResetting(true)}>
            {board.isHome ? t.reset : t.deleteDashboard}
          </Button>
        )}
        <span className={classes.muted}>{t.keys}</span>
      </div>
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
          placed={changed}
          onClose={() => setChanged(undefined)}
          onSave={(change) => {
            setDraft(draft.map((one) => (one.key === changed.key ? { ...one, ...change } : one)))
            setChanged(undefined)
          }}
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

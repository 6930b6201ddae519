import { type FirstRead, useCall, useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { fetchedComponent } from '@counterfoil/kit/web/page/lazy-part.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, ErrorState, LoadingLines, Older } from '@counterfoil/kit/web/page/states.tsx'
import { useFullScreen } from '@counterfoil/kit/web/page/use-full-screen.ts'
import { SystemModeFilter } from '@counterfoil/kit/web/session/system-mode.tsx'
import {
  type SignedInUser,
  timeZoneOf,
  useMayCall,
  useTimeZone,
} from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconLayoutGrid, IconMaximize, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import classes from './board.module.css'
import {
  arrangeBoard,
  type Board,
  type PlacedWidget,
  readBoard,
  readBoardData,
} from './boards.contract.ts'
import { boardTexts } from './boards.messages.ts'
import { useBoardAnswers } from './use-board-answers.tsx'
import { ChartBody } from './widget-figures.tsx'
import { OtherDays, WidgetTile } from './widget-tile.tsx'

const refreshMs = 60_000
const BoardEditor = lazy(() => import('./board-editor.tsx'))
const SharedWidgets = lazy(() => import('./shared-widgets.tsx'))
const BoardNotes = fetchedComponent(() => import('./board-notes.tsx').then((part) => part.default))

/** What a dashboard is drawn with comes in one file of its own, while who is signed in is not known yet. */
function fetchParts() {
  for (const part of [ChartBody, OtherDays, BoardNotes]) part.fetchCode()
}
fetchParts()

/** For so long an answer that came while the frame was drawn is not asked for again. */
const staleMs = 5000

const queryOf = (categoryId?: string) => (categoryId === undefined ? {} : { categoryId })

export function firstReads(user: SignedInUser): FirstRead[] {
  return [
    { endpoint: readBoard, input: { query: queryOf() } },
    { endpoint: readBoardData, input: { query: { ...queryOf(), timeZone: timeZoneOf(user) } } },
  ]
}

/** The user's dashboard: its layout in one call, all its figures in another. */
export default function BoardPage() {
  const t = useTexts(boardTexts)
  const timeZone = useTimeZone()
  const [categoryId, setCategory] = useState<string>()
  const [isArranging, setArranging] = useState(false)
  const { isFull, toggle: toggleFull, part } = useFullScreen<HTMLDivElement>()
  useEffect(fetchParts, [])
  const { mode } = useClient()
  const { board, figures, answers } = useBoard(categoryId)
  if (board.data === undefined) {
    return (
      <Page title={t.title}>
        {board.error === null ? (
          <LoadingLines lines={8} />
        ) : (
          <ErrorState problem={board.error} onRetry={() => board.refetch()} />
        )}
      </Page>
    )
  }
  const { widgets, shared, maySeeFigures } = board.data
  const asOf = figures.data && formatDateTime(new Date(figures.data.asOf), timeZone, true)
  return (
    <div ref={part} className={classes.board} data-full={isFull || undefined}>
      <Page
        title={board.data.isHome ? t.title : (board.data.name ?? t.title)}
        {...(asOf === undefined ? {} : { description: `${t.asOf({ time: asOf })} · ${timeZone}` })}
        actions={
          <BoardActions
            board={board.data}
            isArranging={isArranging}
            isFull={isFull}
            isRefreshing={figures.isFetching}
            onBoard={setCategory}
            onRefresh={figures.refetch}
            onFull={toggleFull}
            onArrange={() => setArranging(true)}
          />
        }
      >
        <Suspense fallback={null}>
          <BoardNotes board={board.data} isTest={isFull && mode === 'Test'} />
        </Suspense>
        {isArranging ? (
          <Suspense fallback={<LoadingLines lines={8} />}>
            <BoardEditor
              key={board.data.isHome ? 'home' : board.data.categoryId}
              board={board.data}
              answers={answers}
              onBoard={setCategory}
              onReread={() => board.refetch().then(({ data }) => data)}
              onDone={() => setArranging(false)}
            />
          </Suspense>
        ) : (
          <Older isOld={board.isPlaceholderData || figures.isPlaceholderData}>
            <Tiles widgets={widgets} answers={answers} maySeeFigures={maySeeFigures} />
          </Older>
        )}
        {shared.length > 0 && (
          <Suspense fallback={null}>
            <SharedWidgets shared={shared} answers={answers} />
          </Suspense>
        )}
      </Page>
    </div>
  )
}

/** A dashboard and the figures of its widgets, which are asked for again every minute. */
function useBoard(categoryId: string | undefined) {
  const timeZone = useTimeZone()
  const { mode } = useClient()
  const query = queryOf(categoryId)
  const board = useCall(readBoard, { query }, { keepPrevious: true, staleMs })
  const figures = useCall(
    readBoardData,
    { query: { ...query, timeZone } },
    { refetchEveryMs: refreshMs, quiet: true, keepPrevious: true, staleMs },
  )
  const placed = [...(board.data?.widgets ?? []), ...(board.data?.shared ?? [])]
  const answers = useBoardAnswers(figures.data, figures.error, {
    of: JSON.stringify([mode, categoryId, placed.map(({ id, filters }) => [id, filters])]),
    places: placed.map(({ id }) => id),
  })
  return { board, figures, answers }
}

/** Which dashboard is shown, and what is done with it. */
function BoardActions(props: {
  readonly board: Board
  readonly isArranging: boolean
  readonly isFull: boolean
  readonly isRefreshing: boolean
  onBoard(categoryId: string | undefined): void
  onRefresh(): void
  onFull(): void
  onArrange(): void
}) {
  const t = useTexts(boardTexts)
  const { board, isArranging } = props
  const mayArrange = useMayCall(arrangeBoard)
  return (
    <>
      <SystemModeFilter />
      <BoardChoice board={board} isDisabled={isArranging} onBoard={props.onBoard} />
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden />}
        loading={props.isRefreshing}
        onClick={() => props.onRefresh()}
      >
        {t.refresh}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconMaximize size={15} stroke={1.75} aria-hidden />}
        onClick={props.onFull}
      >
        {props.isFull ? t.leaveFullScreen : t.fullScreen}
      </Button>
      {mayArrange && !isArranging && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconLayoutGrid size={15} stroke={1.75} aria-hidden />}
          onClick={props.onArrange}
        >
          {t.arrange}
        </Button>
      )}
    </>
  )
}

function BoardChoice(props: {
  readonly board: Board
  readonly isDisabled: boolean
  onBoard(categoryId: string | undefined): void
}) {
  const t = useTexts(boardTexts)
  const { categoryId, categories } = props.board
  // a home that was never arranged is none of one's own, and still the way back
  const choices = categories.some(({ isHome }) => isHome)
    ? categories
    : [{ categoryId: '', name: null, isHome: true }, ...categories]
  if (choices.length <= 1) return null
  return (
    <select
      aria-label={t.dashboard}
      className={classes.select}
      value={categoryId ?? ''}
      disabled={props.isDisabled}
      onChange={({ currentTarget }) => props.onBoard(currentTarget.value || undefined)}
    >
      {choices.map((one) => (
        <option key={one.categoryId} value={one.categoryId}>
          {one.isHome ? t.dashboard : one.name}
        </option>
      ))}
    </select>
  )
}

type Answers = ReturnType<typeof useBoardAnswers>

function Tiles(props: {
  widgets: readonly PlacedWidget[]
  answers: Answers
  maySeeFigures: boolean
}) {
  const t = useTexts(boardTexts)
  if (props.widgets.length === 0) {
    return (
      <EmptyState title={t.nothing} text={props.maySeeFigures ? t.noWidgets : t.noPermission} />
    )
  }
  return (
    <>
      {!props.maySeeFigures && <p className={classes.muted}>{t.noPermission}</p>}
      <div className={classes.grid}>
        {props.widgets.map((one) => (
          <WidgetTile key={one.id} placed={one} answer={props.answers.get(one.id)} />
        ))}
      </div>
    </>
  )
}

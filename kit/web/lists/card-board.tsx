import {
  type Announcements,
  closestCenter,
  DndContext,
  type KeyboardCoordinateGetter,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { IconChevronLeft, IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import { boardTexts } from './card-board.messages.ts'
import classes from './card-board.module.css'
import { SequentialKeyboardSensor } from './sequential-keyboard-sensor.ts'
import { withinSight } from './within-sight.ts'

interface Named {
  readonly id: string
  readonly name: string
}

export interface BoardColumnOf<Card extends Named> extends Named {
  /** Cards are left, but none come. */
  readonly isShut?: boolean
  /** Above the cards, the column's heading among it. */
  readonly head: ReactNode
  /** Below the cards. */
  readonly foot?: ReactNode
  readonly cards: readonly Card[]
}

interface CardBoardProps<Card extends Named> {
  readonly columns: readonly BoardColumnOf<Card>[]
  /** Absent where the cards stay where they are: the user only looks. */
  readonly onMove?: ((card: Card, columnId: string) => void) | undefined
  /** The card's name as a link or heading, beside the handle. */
  title(card: Card): ReactNode
  render(card: Card): ReactNode
  readonly empty: string
}

/**
 * Cards in columns. A card is moved by dragging, by the keyboard on its handle, or by two buttons, for those who can neither
 * drag nor hold a key.
 */
export function CardBoard<Card extends Named>(props: CardBoardProps<Card>) {
  const t = useTexts(boardTexts)
  const { columns, onMove } = props
  const sensors = useSensors(
    // a little way, so that a press on a card stays a press
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(SequentialKeyboardSensor, { coordinateGetter: toNeighbour }),
  )
  const cardOf = (id: unknown) =>
    columns.flatMap(({ cards }) => cards).find((card) => card.id === String(id))
  const nameOf = (id: unknown) => cardOf(id)?.name ?? ''
  const columnOf = (id: unknown) => columns.find((one) => one.id === String(id))?.name ?? ''
  const announcements: Announcements = {
    onDragStart: ({ active }) => t.lifted({ name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over === null ? undefined : t.over({ name: nameOf(active.id), stage: columnOf(over.id) }),
    onDragEnd: ({ active, over }) =>
      over === null
        ? t.cancelled({ name: nameOf(active.id) })
        : t.dropped({ name: nameOf(active.id), stage: columnOf(over.id) }),
    onDragCancel: ({ active }) => t.cancelled({ name: nameOf(active.id) }),
  }
  return (
    <DndContext
      sensors={sensors}
      modifiers={[withinSight]}
      // slow enough to let go over a column on the way
      autoScroll={{ acceleration: 3 }}
      // the pointer says which column; the keyboard has none, and goes from middle to middle
      collisionDetection={(about) =>
        about.pointerCoordinates === null ? closestCenter(about) : pointerWithin(about)
      }
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t.instructions },
        restoreFocus: true,
      }}
      onDragEnd={({ active, over }) => {
        const card = cardOf(active.id)
        if (card !== undefined && over !== null) onMove?.(card, String(over.id))
      }}
    >
      <div className={classes.board}>
        <div className={classes.columns} style={{ '--columns': columns.length } as CSSProperties}>
          {columns.map((column, place) => (
            <Column
              key={column.id}
              {...props}
              column={column}
              before={columns.slice(0, place).findLast(isOpen)}
              after={columns.slice(place + 1).find(isOpen)}
            />
          ))}
        </div>
      </div>
    </DndContext>
  )
}

/** A card's buttons lead past the others. */
const isOpen = ({ isShut }: { isShut?: boolean }) => isShut !== true

/** The arrow keys go from column to column. */
const toNeighbour: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0
  if (step === 0) return undefined
  event.preventDefault()
  const middle = currentCoordinates.x + (context.collisionRect?.width ?? 0) / 2
  const columns = context.droppableContainers
    .getEnabled()
    .flatMap(({ id }) => context.droppableRects.get(id) ?? [])
    .toSorted((a, b) => a.left - b.left)
  const beyond = columns.filter(({ left, right }) => (step === 1 ? left > middle : right < middle))
  const target = step === 1 ? beyond.at(0) : beyond.at(-1)
  if (target === undefined) return undefined
  const width = context.collisionRect?.width ?? 0
  return { x: target.left + (target.width - width) / 2, y: currentCoordinates.y }
}

type ColumnProps<Card extends Named> = CardBoardProps<Card> & {
  column: BoardColumnOf<Card>
  before: Named | undefined
  after: Named | undefined
}

function Column<Card extends Named>(props: ColumnProps<Card>) {
  const { column } = props
  const { setNodeRef, isOver } = useDroppable({
    id: column.id,
    disabled: column.isShut === true,
  })
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      data-over={isOver || undefined}
      aria-label={column.name}
    >
      {column.head}
      {column.cards.length === 0 ? (
        <p className={classes.empty}>{props.empty}</p>
      ) : (
        <ul className={classes.cards}>
          {column.cards.map((card) => (
            <OneCard key={card.id} {...props} card={card} />
          ))}
        </ul>
      )}
      {column.foot}
    </section>
  )
}

function OneCard<Card extends Named>(props: ColumnProps<Card> & { card: Card }) {
  const t = useTexts(boardTexts)
  const { card, before, after, onMove } = props
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } =
    useDraggable({ id: card.id, disabled: onMove === undefined })
  return (
    <li
      ref={setNodeRef}
      className={classes.card}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform) }}
    >
      <div className={classes.head}>
        {onMove !== undefined && (
          <button
            type="button"
            ref={setActivatorNodeRef}
            className={classes.handle}
            {...attributes}
            {...listeners}
            aria-label={t.move({ name: card.name })}
          >
            <IconGripVertical size={16} stroke={1.75} aria-hidden />
          </button>
        )}
        <div className={classes.title}>{props.title(card)}</div>
      </div>
      {props.render(card)}
      <div className={classes.steps}>
        {onMove !== undefined && before !== undefined && (
          <Step
            label={t.back({ name: card.name, stage: before.name })}
            onPress={() => onMove(card, before.id)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </Step>
        )}
        {onMove !== undefined && after !== undefined && (
          <Step
            label={t.on({ name: card.name, stage: after.name })}
            onPress={() => onMove(card, after.id)}
          >
            <IconChevronRight size={16} aria-hidden />
          </Step>
        )}
      </div>
    </li>
  )
}

function Step(props: { label: string; onPress(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={classes.handle}
      aria-label={props.label}
      title={props.label}
      onClick={props.onPress}
    >
      {props.children}
    </button>
  )
}

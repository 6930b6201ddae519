import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import { SequentialKeyboardSensor } from './sequential-keyboard-sensor.ts'
import classes from './sortable-list.module.css'
import { useOrder } from './use-order.ts'
import { withinSight } from './within-sight.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  move: 'Move {name}',
  up: 'Move {name} up',
  down: 'Move {name} down',
  instructions:
    'To move an entry, press Space, then the arrow keys, and Space again to leave it there. Escape puts it back.',
  lifted: '{name} was picked up',
  over: '{name} is at place {place}',
  dropped: '{name} was left at place {place}',
  cancelled: '{name} was moved back',
})

interface Entry {
  readonly id: string
  readonly name: string
}

/**
 * A list that is put in order by dragging, by the keyboard on the handle, or by two buttons, for those who can neither drag
 * nor hold a key.
 */
export function SortableList<Item extends Entry>(props: {
  label: string
  items: readonly Item[]
  /** Tells the order; answers undefined when it was refused. */
  onMove(ids: string[]): Promise<unknown>
  render(item: Item): ReactNode
}) {
  const t = useTexts(texts)
  const { items, put } = useOrder(props.items, props.onMove)
  const sensors = useSensors(
    // a little way, so that a press on what stands in the entry stays a press
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(SequentialKeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = items.map(({ id }) => id)
  const placeOf = (id: unknown) => ids.indexOf(String(id))
  const nameOf = (id: unknown) => items[placeOf(id)]?.name ?? ''

  function move(from: number, to: number) {
    if (from !== to && from >= 0 && to >= 0 && to < ids.length) void put(arrayMove(ids, from, to))
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t.lifted({ name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over === null ? undefined : t.over({ name: nameOf(active.id), place: placeOf(over.id) + 1 }),
    onDragEnd: ({ active, over }) =>
      t.dropped({ name: nameOf(active.id), place: placeOf(over?.id ?? active.id) + 1 }),
    onDragCancel: ({ active }) => t.cancelled({ name: nameOf(active.id) }),
  }
  return (
    <DndContext
      sensors={sensors}
      modifiers={[withinSight]}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t.instructions },
        restoreFocus: true,
      }}
      onDragEnd={({ active, over }: DragEndEvent) =>
        over !== null && move(placeOf(active.id), placeOf(over.id))
      }
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={classes.list} aria-label={props.label}>
          {items.map((item, place) => (
            <SortableEntry
              key={item.id}
              entry={item}
              onUp={place === 0 ? undefined : () => move(place, place - 1)}
              onDown={place === items.length - 1 ? undefined : () => move(place, place + 1)}
            >
              {props.render(item)}
            </SortableEntry>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function SortableEntry(props: {
  entry: Entry
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  children: ReactNode
}) {
  const t = useTexts(texts)
  const { id, name } = props.entry
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      className={classes.entry}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={t.move({ name })}
        // Escape puts the entry back; what it stands in stays open
        data-mantine-stop-propagation={isDragging}
      >
        <IconGripVertical size={16} stroke={1.75} aria-hidden />
      </button>
      <div className={classes.content}>{props.children}</div>
      <Step
        label={t.up({ name })}
        onPress={props.onUp}
        icon={<IconChevronUp size={16} aria-hidden />}
      />
      <Step
        label={t.down({ name })}
        onPress={props.onDown}
        icon={<IconChevronDown size={16} aria-hidden />}
      />
    </li>
  )
}

function Step(props: { label: string; onPress: (() => void) | undefined; icon: ReactNode }) {
  return (
    <button
      type="button"
      className={classes.step}
      aria-label={props.label}
      title={props.label}
      disabled={props.onPress === undefined}
      onClick={props.onPress}
    >
      {props.icon}
    </button>
  )
}

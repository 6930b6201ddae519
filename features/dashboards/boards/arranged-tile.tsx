import {
  type LayoutCommand,
  nearestWidth,
  nextWidth,
  type Width,
} from '@counterfoil/features/dashboards/widgets/layout.rules.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconArrowUp,
  IconCopy,
  IconGripVertical,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import classes from './board.module.css'
import { editorTexts } from './editor.messages.ts'
import type { DraftWidget } from './kept-arrangement.tsx'
import type { ShownAnswer } from './use-board-answers.tsx'
import { WidgetTile } from './widget-tile.tsx'

type Point = Pick<globalThis.PointerEvent, 'clientX' | 'clientY'>

interface ArrangedTileProps {
  readonly placed: DraftWidget
  readonly at: number
  readonly count: number
  readonly title: string
  readonly answer: ShownAnswer | undefined
  onCommand(command: LayoutCommand): void
  onShare(): void
  onChange(): void
}

/** A widget while it is arranged: dragged and sized by the pointer, or by buttons and arrow keys that do the same. */
export function ArrangedTile(props: ArrangedTileProps) {
  const { placed, answer } = props
  const { width, height } = placed
  const room = useRef<HTMLDivElement>(null)
  const commands = tileCommands(props)
  const { isActive, startMove, startResize } = usePointer(room, commands)
  return (
    <div
      ref={room}
      className={classes.arranged}
      data-active={isActive || undefined}
      style={{ '--w': width, '--h': height } as never}
    >
      <TileTools {...props} commands={commands} onGrip={startMove} />
      <WidgetTile placed={placed} answer={answer} />
      <span className={classes.corner} aria-hidden onPointerDown={startResize} />
    </div>
  )
}

type TileCommands = ReturnType<typeof tileCommands>

function tileCommands({ at, placed, onCommand }: ArrangedTileProps) {
  const { width, height } = placed
  return {
    at,
    width,
    height,
    move: (to: number) => onCommand({ kind: 'move', at, to }),
    resize: (to: { width?: Width; height?: number }) =>
      onCommand({ kind: 'resize', at, width, height, ...to }),
  }
}

/** Moves and sizes a widget by the pointer: over another widget it takes that one's place. */
function usePointer(room: RefObject<HTMLDivElement | null>, commands: TileCommands) {
  const [isActive, setActive] = useState(false)
  // as they are when the pointer moves, not as they were when it was put down
  const latest = useRef(commands)
  latest.current = commands

  /** Follows the pointer until it is let go. On the window: a widget that changes its place loses what it captured. */
  function drag(event: PointerEvent<HTMLElement>, follow: (at: Point) => void) {
    event.preventDefault()
    setActive(true)
    const of = new AbortController()
    const { pointerId } = event
    const { signal } = of
    const onMove = (moved: Point & { readonly pointerId: number }) => {
      if (moved.pointerId === pointerId) follow(moved)
    }
    const end = () => {
      of.abort()
      setActive(false)
    }
    window.addEventListener('pointermove', onMove, { signal })
    window.addEventListener('pointerup', end, { signal })
    window.addEventListener('pointercancel', end, { signal })
  }
  return {
    isActive,
    startMove: (event: PointerEvent<HTMLElement>) =>
      drag(event, (point) => {
        const { at, move } = latest.current
        const over = placeUnder(point, room.current)
        if (over >= 0 && over !== at) move(over)
      }),
    startResize: (event: PointerEvent<HTMLElement>) =>
      drag(event, (point) => {
        const { height, resize } = latest.current
        const size = sizeAt(point, room.current, height)
        if (size !== undefined) resize(size)
      }),
  }
}

/** The place of the widget below the pointer; -1 where there is none. */
function placeUnder({ clientX, clientY }: Point, tile: HTMLElement | null): number {
  const tiles = [...(tile?.parentElement?.children ?? [])]
  return tiles.findIndex((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return clientX > left && clientX < right && clientY > top && clientY < bottom
  })
}

/** The size of a widget whose corner is dragged to a point; `height` is its height now, in rows. */
function sizeAt({ clientX, clientY }: Point, tile: HTMLElement | null, height: number) {
  const grid = tile?.parentElement?.getBoundingClientRect()
  const own = tile?.getBoundingClientRect()
  if (grid === undefined || own === undefined) return undefined
  const columns = ((clientX - own.left) / grid.width) * 12
  const rowHeight = own.height / height
  return { width: nearestWidth(columns), height: Math.round((clientY - own.top) / rowHeight) }
}

/** Arrow keys move, with Shift they size; Escape leaves the widget. */
function pressArrow(
  event: KeyboardEvent<HTMLElement>,
  { at, width, height, move, resize }: TileCommands,
) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key] as
    | 1
    | -1
    | undefined
  if (step === undefined) return
  event.preventDefault()
  const isVertical = event.key === 'ArrowUp' || event.key === 'ArrowDown'
  if (!event.shiftKey) move(at + step)
  else if (isVertical) resize({ height: height + step })
  else resize({ width: nextWidth(width, step) })
}

interface ToolsProps extends ArrangedTileProps {
  readonly commands: TileCommands
  onGrip(event: PointerEvent<HTMLElement>): void
}

function TileTools(props: ToolsProps) {
  const t = useTexts(editorTexts)
  const { at, count, title, commands, onCommand } = props
  return (
    <div className={classes.tools} role="toolbar" aria-label={title}>
      <button
        type="button"
        className={classes.grip}
        aria-label={t.grip({ title, place: at + 1, count })}
        onKeyDown={(event) => pressArrow(event, commands)}
        onPointerDown={props.onGrip}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
      <Tool label={t.earlier({ title })} isOff={at === 0} onClick={() => commands.move(at - 1)}>
        <IconArrowLeft size={14} aria-hidden />
      </Tool>
      <Tool
        label={t.later({ title })}
        isOff={at === count - 1}
        onClick={() => commands.move(at + 1)}
      >
        <IconArrowRight size={14} aria-hidden />
      </Tool>
      <SizeTools title={title} commands={commands} />
      <Tool label={t.change({ title })} onClick={props.onChange}>
        <IconPencil size={14} aria-hidden />
      </Tool>
      <Tool label={t.clone({ title })} onClick={() => onCommand({ kind: 'clone', at })}>
        <IconCopy size={14} aria-hidden />
      </Tool>
      <Tool label={t.share({ title })} onClick={props.onShare}>
        <IconShare size={14} aria-hidden />
      </Tool>
      <Tool label={t.remove({ title })} onClick={() => onCommand({ kind: 'remove', at })}>
        <IconTrash size={14} aria-hidden />
      </Tool>
    </div>
  )
}

function SizeTools({ title, commands }: Pick<ToolsProps, 'title' | 'commands'>) {
  const t = useTexts(editorTexts)
  const { width, height, resize } = commands
  return (
    <>
      <Tool
        label={t.narrower({ title })}
        isOff={width === 3}
        onClick={() => resize({ width: nextWidth(width, -1) })}
      >
        –
      </Tool>
      <Tool
        label={t.wider({ title })}
        isOff={width === 12}
        onClick={() => resize({ width: nextWidth(width, 1) })}
      >
        <IconArrowsHorizontal size={14} aria-hidden />
      </Tool>
      <Tool
        label={t.lower({ title })}
        isOff={height === 1}
        onClick={() => resize({ height: height - 1 })}
      >
        <IconArrowUp size={14} aria-hidden />
      </Tool>
      <Tool
        label={t.higher({ title })}
        isOff={height === 4}
        onClick={() => resize({ height: height + 1 })}
      >
        <IconArrowDown size={14} aria-hidden />
      </Tool>
    </>
  )
}

function Tool(props: { label: string; isOff?: boolean; onClick(): void; children: ReactNode }) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={props.label}
      title={props.label}
      disabled={props.isOff ?? false}
      onClick={props.onClick}
    >
      {props.children}
    </Button>
  )
}

import type { Modifier } from '@dnd-kit/core'
import { isKeyboardEvent } from '@dnd-kit/utilities'

/**
 * What the pointer drags stays in the seen part of what it scrolls in: beyond the edge it would widen that, which then
 * scrolls on without an end. The keyboard goes from place to place anyway.
 */
export const withinSight: Modifier = ({
  activatorEvent,
  draggingNodeRect: own,
  scrollableAncestorRects: [room],
  transform,
}) => {
  if (isKeyboardEvent(activatorEvent) || own === null || room === undefined) return transform
  const between = (least: number, wanted: number, most: number) =>
    Math.max(least, Math.min(wanted, most))
  return {
    ...transform,
    x: between(room.left - own.left, transform.x, room.right - own.right),
    y: between(room.top - own.top, transform.y, room.bottom - own.bottom),
  }
}

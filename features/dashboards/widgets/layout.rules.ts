import type { WidgetFilters } from './widget.schema.ts'

export const widths = [3, 4, 6, 8, 12] as const
/** In columns of twelve. */
export type Width = (typeof widths)[number]
const maxHeight = 4

/** A widget in its place, as it is kept. */
export interface Arrangement {
  readonly id?: string | undefined
  readonly widgetId: string
  readonly title: string | null
  readonly filters: WidgetFilters
  readonly width: Width
  readonly height: number
}

/** What mouse, buttons and keyboard do to a dashboard: the order of the list is the order of reading and of a phone. */
export type LayoutCommand =
  | { readonly kind: 'move'; readonly at: number; readonly to: number }
  | { readonly kind: 'resize'; readonly at: number; readonly width: Width; readonly height: number }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'clone'; readonly at: number }

interface Placed {
  readonly id?: string | undefined
  readonly width: Width
  readonly height: number
}

/** The list after a command; the list itself where the command changes nothing. A copy is given an id by `newId`. */
export function arranged<P extends Placed>(
  list: readonly P[],
  command: LayoutCommand,
  newId: () => string | undefined = () => undefined,
): readonly P[] {
  const one = list[command.at]
  if (one === undefined) return list
  switch (command.kind) {
    case 'move': {
      const to = Math.min(list.length - 1, Math.max(0, command.to))
      if (to === command.at) return list
      const others = list.filter((_, at) => at !== command.at)
      return [...others.slice(0, to), one, ...others.slice(to)]
    }
    case 'resize': {
      const height = Math.min(maxHeight, Math.max(1, command.height))
      if (command.width === one.width && height === one.height) return list
      return list.with(command.at, { ...one, width: command.width, height })
    }
    case 'remove':
      return list.filter((_, at) => at !== command.at)
    case 'clone': {
      const id = newId()
      const copy = { ...one, id, ...('key' in one ? { key: id } : {}) }
      return [...list.slice(0, command.at + 1), copy, ...list.slice(command.at + 1)]
    }
  }
}

/** The next width up or down; the same at the end. */
export function nextWidth(width: Width, step: 1 | -1): Width {
  const at = widths.indexOf(width) + step
  return widths[Math.min(widths.length - 1, Math.max(0, at))] ?? width
}

/** The width that is nearest to a number of columns, for a drag. */
export const nearestWidth = (columns: number): Width =>
  widths.reduce((best, one) => (Math.abs(one - columns) < Math.abs(best - columns) ? one : best))

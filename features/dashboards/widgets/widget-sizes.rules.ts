import type { Width } from './layout.rules.ts'
import type { WidgetConfiguration } from './widget.schema.ts'

/** How large a widget of a kind is when it is added. */
export function defaultSizeOf({ configuration }: { readonly configuration?: unknown }): {
  readonly width: Width
  readonly height: number
} {
  const type = (configuration as Partial<WidgetConfiguration> | null)?.widgetType
  if (type === 'COUNT_WIDGET' || type === 'SUCCESS_RATE_WIDGET') return { width: 4, height: 1 }
  return type === 'BANNER_WIDGET' ? { width: 12, height: 1 } : { width: 6, height: 2 }
}

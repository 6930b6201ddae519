import type { Width } from '@counterfoil/features/dashboards/widgets/layout.rules.ts'
import type { WidgetFilters } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'

/** A widget in its place, as it is kept. */
export interface Arrangement {
  readonly id?: string | undefined
  readonly widgetId: string
  readonly title: string | null
  readonly filters: WidgetFilters
  readonly width: Width
  readonly height: number
}

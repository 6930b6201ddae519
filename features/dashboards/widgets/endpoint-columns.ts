import type { WidgetEndpoint } from './endpoints.rules.ts'
import { movementColumnsOf } from './movement-data.ts'
import { columnsOf, measuresOf } from './payment-data.ts'
import { recordColumnsOf } from './record-data.ts'
import type { WidgetData } from './widget.schema.ts'

/** The columns that an endpoint answers, with their names. */
export function columnsOfEndpoint({ source }: WidgetEndpoint): WidgetData['columns'] {
  switch (source.kind) {
    case 'payments':
      return columnsOf(source.by, measuresOf(source.onlyDeclined))
    case 'movement':
      return movementColumnsOf(source.by)
    case 'records':
      return recordColumnsOf(source.of)
  }
}

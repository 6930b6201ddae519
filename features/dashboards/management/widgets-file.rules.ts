import { isFault, readWidget } from '@counterfoil/features/dashboards/widgets/check-widget.rules.ts'
import type { Widget, WidgetBody } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { CategoryWithWidgets } from './management.contract.ts'

/** What a file of widgets holds: the organisation's own that can be drawn, as they are kept, and its categories that they are in. */
export function fileOf(all: readonly CategoryWithWidgets[]) {
  const widgets = all.flatMap((one) => one.widgets).filter(isExported)
  const categories = all.filter(
    ({ categoryId, userType }) =>
      userType !== null && widgets.some((one) => one.categoryId === categoryId),
  )
  return {
    categories: categories.map(({ categoryId, name, userType }) => ({
      ...{ categoryId, name: name.en, nameTr: name.tr ?? null, userType },
    })),
    widgets: widgets.map(({ categoryId, title, filters, configuration, data }) => ({
      ...{ categoryId, name: title.en, nameTr: title.tr ?? null, filters, configuration },
      data: { dataSourceEndpointId: data?.dataSourceEndpointId ?? '' },
    })),
  }
}

const isExported = ({ owner, fault }: Widget) => owner === 'organisation' && fault === null

interface Refused {
  readonly message: string
  readonly path?: string | undefined
}

/** Why a file was refused, each reason with the name of the widget that it is about, in the order of the file. */
export function reasonsOf(
  errors: readonly Refused[],
  file: { readonly widgets: unknown },
  translate: (text: Text) => string,
): string[] {
  const widgets = Array.isArray(file.widgets) ? (file.widgets as unknown[]) : []
  const ofFile = errors
    .filter(({ path = '' }) => !widgetPath.test(path))
    .map(({ message, path = '' }) => (path === '' ? message : `${path}: ${message}`))
  const ofWidgets = widgets.flatMap((widget, number) => {
    const called = [`${number + 1}.`, nameOf(widget)].filter(Boolean).join(' ')
    // one word of why it cannot be drawn says more than each part of it that is wrong
    const fault = faultOf(widget)
    if (fault !== undefined) return [`${called}: ${translate(fault)}`]
    return errors.flatMap(({ message, path = '' }) => {
      const at = widgetPath.exec(path)
      if (at === null || Number(at[1]) !== number) return []
      return [`${[called, at[2]].filter(Boolean).join(' ')}: ${message}`]
    })
  })
  return [...ofFile, ...ofWidgets]
}

const widgetPath = /^widgets\.(\d+)\.?(.*)$/

function nameOf(widget: unknown): string {
  const name = (widget as Partial<WidgetBody> | null)?.name
  return typeof name === 'string' ? `“${name.slice(0, 100)}”` : ''
}

/** Why a widget of a file cannot be drawn; undefined: it could be, or is none. */
function faultOf(widget: unknown): Text | undefined {
  if (typeof widget !== 'object' || widget === null) return undefined
  const { configuration, data, filters = {} } = widget as Partial<WidgetBody>
  const endpointId = data?.dataSourceEndpointId
  if (typeof endpointId !== 'string') return undefined
  const read = readWidget({ configuration, endpointId, filters })
  return isFault(read) ? read.text : undefined
}

import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
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

/** Why a file was refused, each reason with the name of the widget that it is about. */
export function reasonsOf(
  errors: readonly Refused[],
  file: { readonly widgets: unknown },
): string[] {
  const widgets = Array.isArray(file.widgets) ? (file.widgets as { name?: unknown }[]) : []
  return errors.map(({ message, path = '' }) => {
    const at = /^widgets\.(\d+)\.?(.*)$/.exec(path)
    if (at === null) return path === '' ? message : `${path}: ${message}`
    const number = Number(at[1])
    const name = widgets[number]?.name
    const called = typeof name === 'string' ? `“${name}”` : ''
    return `${[`${number + 1}.`, called, at[2]].filter(Boolean).join(' ')}: ${message}`
  })
}

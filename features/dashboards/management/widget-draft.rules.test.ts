import { isFault, readWidget } from '@counterfoil/features/dashboards/widgets/check-widget.rules.ts'
import { productWidgets } from '@counterfoil/features/dashboards/widgets/default-widgets.rules.ts'
import { describe, expect, test } from 'vitest'
import { audiencesOf, concerns } from './widget-audience.rules.ts'
import { bodyOf, changedDraft, chartTypesOf, draftOf } from './widget-draft.rules.ts'

describe('the kind of chart', () => {
  const ofCountries = {
    ...draftOf(undefined, 'transactions-by-country'),
    ...{ widgetType: 'CHART_WIDGET' as const, xAxisColumn: 'country', yAxisColumn: ['count'] },
  }

  test('of a map is the map, and a chart of anything but countries cannot be one', () => {
    const map = changedDraft(ofCountries, { widgetType: 'MAP_WIDGET' })
    expect([map.chartType, chartTypesOf(map)]).toEqual(['GeoChart', ['GeoChart']])
    const chart = changedDraft(map, { widgetType: 'CHART_WIDGET' })
    expect(chart.chartType).toBe('GeoChart')
    const ofBrands = changedDraft(chart, {
      endpointId: 'transactions-by-brand',
      xAxisColumn: 'brand',
    })
    expect(ofBrands.chartType).toBe('BarChart')
    expect(chartTypesOf(ofBrands)).not.toContain('GeoChart')
  })

  test('stays where it fits', () => {
    const pie = changedDraft(ofCountries, { chartType: 'PieChart' })
    expect(changedDraft(pie, { xAxisColumn: 'currency' }).chartType).toBe('PieChart')
  })
})

test('a draft that lacks its text or its figures says so in words', () => {
  const reasonOf = (draft: ReturnType<typeof draftOf>) => {
    const { configuration, filters } = bodyOf(draft)
    const read = readWidget({ configuration, filters, endpointId: draft.endpointId })
    return isFault(read) ? [read.code, read.text.en] : []
  }
  const banner = { ...draftOf(undefined, 'none'), widgetType: 'BANNER_WIDGET' as const }
  expect(reasonOf(banner)).toEqual(['banner', 'A banner needs a text.'])
  const chart = {
    ...draftOf(undefined, 'transactions-by-brand'),
    ...{ widgetType: 'CHART_WIDGET' as const, xAxisColumn: 'brand' },
  }
  expect(reasonOf(chart)).toEqual(['chart', 'A chart needs its kind and its columns.'])
  expect(reasonOf({ ...chart, yAxisColumn: ['count'] })).toEqual([])
})

test('an organisation is shown the widgets of its own people', () => {
  const shownTo = (audience: 'platform' | 'tenant') =>
    productWidgets
      .filter(({ endpointId }) => {
        const data = { dataSourceEndpointId: endpointId } as never
        return concerns({ data }, audiencesOf(audience))
      })
      .map(({ id }) => id)
  expect(shownTo('platform')).toHaveLength(productWidgets.length)
  expect(shownTo('platform')).toContain('tenants')
  expect(shownTo('tenant')).not.toContain('tenants')
  // of merchants alone, who are given it by their tenant
  expect(shownTo('tenant')).toContain('payouts')
})

import { type Text, textIn } from '@counterfoil/kit/contract/texts.ts'
import { expect, test } from 'vitest'
import type { CategoryWithWidgets } from './management.contract.ts'
import { fileOf, reasonsOf } from './widgets-file.rules.ts'

const inEnglish = (text: Text) => textIn(text, 'en')

const configuration = {
  ...{ widgetType: 'TABLE_WIDGET', description: '', isLast24Hours: false },
  tableConfiguration: { pageIndex: 0, pageSize: 20, tableDataColumns: null, navigationUrl: null },
}
const widget = (widgetId: string, changes: object = {}) => ({
  ...{ widgetId, categoryId: 'own', owner: 'organisation', version: 1, isAvailable: true },
  ...{ title: { en: 'Name', tr: 'Ad' }, filters: { period: 'last7' }, configuration, fault: null },
  data: {
    ...{ dataSourceEndpoint: '', dataSourceEndpointId: 'transactions', dataSourceType: '' },
    dataSourceMoreDataEndpoint: null,
  },
  ...changes,
})
const category = (categoryId: string, userType: string | null, widgets: object[]) =>
  ({
    ...{ categoryId, name: { en: 'Ours', tr: 'Bizim' }, userType, version: 1, widgetCount: 0 },
    widgets,
  }) as unknown as CategoryWithWidgets

test('a file holds the organisation’s own widgets as they are kept, with the categories that they need', () => {
  const file = fileOf([
    category('payments', null, [widget('p', { owner: 'product' })]),
    category('own', 'tenant', [
      widget('w'),
      widget('broken', { fault: { code: 'widget.type', text: { en: 'x' } }, data: null }),
    ]),
    category('unused', 'merchant', []),
  ])
  expect(file).toEqual({
    categories: [{ categoryId: 'own', name: 'Ours', nameTr: 'Bizim', userType: 'tenant' }],
    widgets: [
      {
        ...{ categoryId: 'own', name: 'Name', nameTr: 'Ad', filters: { period: 'last7' } },
        ...{ configuration, data: { dataSourceEndpointId: 'transactions' } },
      },
    ],
  })
})

test('a reason names the widget of the file that it is about', () => {
  const file = { widgets: [{ name: 'First' }, { name: 'Second' }, 'no widget'] }
  const reasons = reasonsOf(
    [
      { message: 'Too long', path: 'widgets.1.name' },
      { message: 'Expected an object', path: 'widgets.2' },
      { message: 'There is no such field', path: 'extra' },
    ],
    file,
    inEnglish,
  )
  expect(reasons).toEqual([
    'extra: There is no such field',
    '2. “Second” name: Too long',
    '3.: Expected an object',
  ])
})

test('of a widget that cannot be drawn the file says why in one word, also where its shape is wrong', () => {
  const data = { dataSourceEndpointId: 'transactions' }
  const file = {
    widgets: [
      { name: 'Old', configuration: { widgetType: 'HOLOGRAM', parts: 1 }, data },
      { name: 'Whole', configuration: { widgetType: 'COUNT_WIDGET' }, data },
      { name: 'Away', data: { dataSourceEndpointId: 'http://a.example/' }, configuration },
    ],
  }
  const path = 'widgets.0.configuration.widgetType'
  const reasons = reasonsOf([{ message: 'One of these', path }], file, inEnglish)
  expect(reasons).toEqual([
    '1. “Old”: This version does not know widgets of the kind “HOLOGRAM”.',
    '3. “Away”: The figures “http://a.example/” are not among those that this version has.',
  ])
})

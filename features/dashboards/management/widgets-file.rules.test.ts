import { expect, test } from 'vitest'
import type { CategoryWithWidgets } from './management.contract.ts'
import { fileOf, reasonsOf } from './widgets-file.rules.ts'

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
  )
  expect(reasons).toEqual([
    '2. “Second” name: Too long',
    '3.: Expected an object',
    'extra: There is no such field',
  ])
})

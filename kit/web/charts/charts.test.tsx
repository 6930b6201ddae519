import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { BarList } from './bar-list.tsx'
import { ColumnChart } from './column-chart.tsx'
import { LineChart } from './line-chart.tsx'
import { PieChart } from './pie-chart.tsx'

afterEach(cleanup)

const money = (value: number) => `£${value.toFixed(2)}`
const days = ['21/11', '22/11', '23/11'].map((label, at) => ({
  ...{ key: label, label, values: [10 * (at + 1)], texts: [money(10 * (at + 1))] },
  to: `/payments?day=${at}`,
}))
const of = { label: 'Captured by day', axis: 'Day', series: ['Captured'], points: days }
const texts = (container: HTMLElement) =>
  [...container.querySelectorAll('span')].map(({ textContent }) => textContent)

test('columns have an axis in their unit, and say a value under the pointer and under the focus', () => {
  const { container } = renderInPortal(
    <ColumnChart
      label={of.label}
      hint="A day"
      columns={days.map(({ key, values: [value = 0], to }) => ({
        ...{ key, value, to, tick: key, text: `${key}: ${money(value)}` },
      }))}
      formatValue={money}
    />,
  )
  expect(texts(container)).toEqual(expect.arrayContaining(['£40.00', '£20.00', '£0.00', '23/11']))
  const column = (name: string) => screen.getByRole('link', { name })
  fireEvent.pointerEnter(column('21/11: £10.00'))
  expect(screen.getByText('21/11: £10.00')).toBeDefined()
  fireEvent.pointerLeave(column('21/11: £10.00'))
  expect(screen.queryByText('21/11: £10.00')).toBeNull()
  fireEvent.focus(column('23/11: £30.00'))
  expect(screen.getByText('23/11: £30.00')).toBeDefined()
  fireEvent.keyDown(screen.getByRole('group', { name: of.label }), { key: 'ArrowLeft' })
  expect(screen.getByText('22/11: £20.00')).toBeDefined()
  expect(document.activeElement).toBe(column('22/11: £20.00'))
})

test('a line has an axis in its unit, and says the newest value on focus and any other by the arrow keys', () => {
  const { container } = renderInPortal(<LineChart {...of} formatValue={money} />)
  expect(texts(container)).toEqual(expect.arrayContaining(['£40.00', '£20.00', '£0.00']))
  const line = screen.getByRole('img', { name: of.label })
  const said = () => container.querySelector('[aria-live]')?.textContent
  expect(said()).toBe('Captured')
  fireEvent.focus(line)
  expect(said()).toBe('23/11 · £30.00')
  fireEvent.keyDown(line, { key: 'ArrowLeft' })
  expect(said()).toBe('22/11 · £20.00')
  fireEvent.blur(line)
  expect(said()).toBe('Captured')
  line.getBoundingClientRect = () => ({ left: 0, width: 300 }) as DOMRect
  fireEvent.pointerMove(line, { clientX: 50 })
  expect(said()).toBe('21/11 · £10.00')
})

test.each([
  ['slices', PieChart],
  ['bars', BarList],
] as const)('%s stand beside their names and values, and lead to their rows', (_, Chart) => {
  const { container } = renderInPortal(<Chart {...of} />)
  const list = container.querySelector<HTMLElement>('ol, ul') as HTMLElement
  for (const { label, texts: values, to } of days) {
    const link = within(list).getByRole('link', { name: label })
    expect([link.getAttribute('href'), link.closest('li')?.textContent]).toEqual([
      to,
      expect.stringContaining(values[0] as string),
    ])
  }
})

test('a chart is a table too, headed by its axis and its series', () => {
  renderInPortal(<LineChart {...of} formatValue={money} />)
  const table = screen.getByText('Show as table').closest('details') as HTMLElement
  expect([...table.querySelectorAll('tr')].map((row) => row.textContent)).toEqual([
    'DayCaptured',
    '21/11£10.00',
    '22/11£20.00',
    '23/11£30.00',
  ])
})

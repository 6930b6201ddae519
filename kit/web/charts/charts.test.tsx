import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
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

describe('values below zero', () => {
  const points = [-5, 10, 0].map((value, at) => ({
    ...{ key: String(at), label: `Day ${at}`, values: [value], texts: [String(value)] },
  }))
  const below = { ...of, points }
  const boxes = (container: HTMLElement, names: string[]) =>
    [...container.querySelectorAll('rect')].map((one) =>
      names.map((name) => Math.round(Number(one.getAttribute(name)))),
    )

  test('are bars to the left of zero', () => {
    const { container } = renderInPortal(<BarList {...below} />)
    expect(boxes(container, ['x', 'width'])).toEqual([
      [0, 33],
      [33, 67],
      [33, 0],
    ])
    expect(container.querySelector('[data-below]')?.getAttribute('x')).toBe('0')
    expect(container.querySelector('.zero, [class*=zero]')).not.toBeNull()
  })

  test('are columns below a line at zero, over an axis that has them', () => {
    const { container } = renderInPortal(
      <ColumnChart
        label={of.label}
        hint=""
        columns={points.map(({ key, values: [value = 0], label }) => ({
          ...{ key, value, tick: label, text: label },
        }))}
        formatValue={String}
      />,
    )
    const [lowest, most, none] = boxes(container, ['y', 'height'])
    const zero = most?.[1] ?? 0
    // the axis goes from -5 or below to 10 or above
    expect(most?.[0]).toBeGreaterThanOrEqual(0)
    expect(lowest?.[0]).toBe((most?.[0] ?? 0) + zero)
    expect(lowest?.[1]).toBeGreaterThan(0)
    expect(none).toEqual([lowest?.[0], 0])
    expect(texts(container)).toContain('-10')
  })

  test('of columns beside a line go down from zero as well', () => {
    const { container } = renderInPortal(
      <LineChart {...below} series={['Change', 'Rate']} isCombined formatValue={String} />,
    )
    const [lowest, most] = boxes(container, ['y', 'height'])
    expect(lowest?.[0]).toBe((most?.[0] ?? 0) + (most?.[1] ?? 0))
    expect(lowest?.[1]).toBe(Math.round((most?.[1] ?? 0) / 2))
    expect(container.querySelectorAll('line')).toHaveLength(1)
  })

  test('have no slice, and the others share the whole', () => {
    const { container } = renderInPortal(<PieChart {...below} />)
    const slices = [...container.querySelectorAll('path[class*=slice]')]
    expect(slices.map((one) => one.getAttribute('d') !== '')).toEqual([false, true, false])
    const shares = [...container.querySelectorAll('li small')].map((one) => one.textContent?.trim())
    expect(shares).toEqual(['–', '100%', '0%'])
  })
})

test('a slice has the number that its name has, where there is room for it, and a pattern of its own beside its neighbours', () => {
  const points = [500, 300, 100, 50, 30, 15, 5].map((value, at) => ({
    ...{ key: `k${at}`, label: `Name ${at}`, values: [value], texts: [String(value)] },
  }))
  const { container } = renderInPortal(<PieChart {...of} points={points} />)
  const numbers = [...container.querySelectorAll('svg[role=img] text')].map(
    (one) => one.textContent,
  )
  expect(numbers).toEqual(['1', '2', '3', '4'])
  const named = [...container.querySelectorAll('ol li')].map((one) => [
    one.querySelector('span')?.textContent,
    one.querySelector('rect')?.getAttribute('fill'),
  ])
  expect(named.map(([number]) => number)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  const slices = [...container.querySelectorAll('path[class*=slice]')]
  expect(slices.map((one) => one.getAttribute('fill'))).toEqual(named.map(([, fill]) => fill))
  expect(new Set(named.slice(0, 6).map(([, fill]) => fill)).size).toBe(6)
})

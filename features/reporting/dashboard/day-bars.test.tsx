import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DayBars } from './day-bars.tsx'

afterEach(cleanup)

test('the chart has an axis with its unit, and says the value of the day that is pointed at or in focus', () => {
  const days = [{ day: '2026-11-22', currency: 'GBP', count: 3, capturedAmount: 12_345 }]
  renderInPortal(<DayBars days={days} today="2026-11-23" listPath="/payments" />)
  const axis = [...document.querySelectorAll('[class*=axis] span')].map((one) => one.textContent)
  expect(axis).toEqual(['200.00 GBP', '100.00 GBP', '0.00 GBP'])
  const bars = screen.getAllByRole('link')
  const shownValue = () => document.querySelector('[class*=value]')?.textContent
  const [yesterday, today] = bars.slice(-2) as [HTMLElement, HTMLElement]
  fireEvent.pointerEnter(yesterday)
  expect(shownValue()).toContain('123.45 GBP')
  fireEvent.pointerLeave(yesterday)
  expect(shownValue()).not.toContain('GBP')
  // by keyboard: one bar is in the order of focus, the arrows go through the days
  expect(bars.filter(({ tabIndex }) => tabIndex === 0)).toEqual([today])
  act(() => today.focus())
  fireEvent.keyDown(today, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(yesterday)
  expect(shownValue()).toContain('22/11 · 123.45 GBP · 3 payments')
})

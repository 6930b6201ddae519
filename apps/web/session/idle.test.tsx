import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { LanguageProvider } from '@counterfoil/kit/web/texts/i18n.tsx'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { portalLogout } from '../authentication/logout.tsx'
import { IdleClock, idleStateAfter, idleTimes } from './idle.ts'
import { IdleWatch } from './idle-watch.tsx'

const shared = () => Number(localStorage.getItem('LastActivity'))
const hear = () =>
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'LastActivity' }))
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('how idle a session is', () => {
  test.each([
    [0, 'active'],
    [1799.999, 'active'],
    [1800, 'warning'],
    [1859.999, 'warning'],
    [1860, 'over'],
    [90_000, 'over'],
  ])(
    'after %d s it is %s [session.idle.warning-after] [session.idle.countdown]',
    (seconds, kind) => {
      expect(idleStateAfter(seconds * 1000).kind).toBe(kind)
    },
  )

  test('the business area, for which no times are given, has the same [session.values-unknown]', () => {
    expect(idleTimes).toEqual({ warningAfterS: 1800, countdownS: 60, pingEveryS: 15 })
  })

  test('the countdown has 60 s [session.idle.countdown]', () => {
    expect(idleStateAfter(1_800_000)).toEqual({ kind: 'warning', leftS: 60 })
    expect(idleStateAfter(1_859_000)).toEqual({ kind: 'warning', leftS: 1 })
  })
})

describe('one clock for all tabs', () => {
  let clock: IdleClock
  let stop: () => void
  beforeEach(() => {
    clock = new IdleClock()
    stop = clock.start()
  })
  afterEach(() => stop())
  const work = () => fireEvent.keyDown(window, { key: 'a' })

  test('the keepalive ping tells the other tabs of work every 15 s [session.idle.ping]', async () => {
    const began = shared()
    await pass(5)
    work()
    expect(shared()).toBe(began)
    await pass(9.9)
    expect(shared()).toBe(began)
    await pass(0.1)
    expect(shared()).toBe(began + 5000)
    await pass(60)
    expect(shared()).toBe(began + 5000)
  })

  test('whoever comes back after a pause is told of at once', async () => {
    await pass(1700)
    work()
    expect(shared()).toBe(Date.now())
  })

  test.each([
    [1810, 'warning'],
    [40_000, 'over'],
  ])('of a machine that slept for %d s, what wakes it is no work: %s', (seconds, kind) => {
    // timers stand still meanwhile
    vi.setSystemTime(Date.now() + seconds * 1000)
    const before = shared()
    work()
    expect(clock.current.kind).toBe(kind)
    expect(shared()).toBe(before)
  })

  test('work in another tab keeps this one alive', async () => {
    await pass(1000)
    localStorage.setItem('LastActivity', String(Date.now()))
    hear()
    await pass(1799)
    expect(clock.current.kind).toBe('active')
    await pass(1)
    expect(clock.current.kind).toBe('warning')
  })

  test('Continue in another tab ends the warning here', async () => {
    await pass(1810)
    expect(clock.current).toEqual({ kind: 'warning', leftS: 50 })
    localStorage.setItem('LastActivity', String(Date.now()))
    hear()
    expect(clock.current.kind).toBe('active')
  })

  test('a page that was loaded again by itself is nobody’s work', async () => {
    await pass(1790)
    stop()
    sessionStorage.setItem('LoadedAgain', String(Date.now()))
    clock = new IdleClock()
    stop = clock.start()
    sessionStorage.clear()
    await pass(10)
    expect(clock.current.kind).toBe('warning')
  })

  test('once it warns a nudged mouse changes nothing', async () => {
    await pass(1800)
    fireEvent.pointerMove(window)
    await pass(60)
    expect(clock.current.kind).toBe('over')
  })

  test('a machine that slept is as idle as the time of day says', async () => {
    vi.setSystemTime(Date.now() + 3 * 3600 * 1000)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(clock.current.kind).toBe('over')
  })

  test('a time to come, of a clock put back, is not believed', async () => {
    localStorage.setItem('LastActivity', String(Date.now() + dayMs))
    hear()
    await pass(1800)
    expect(clock.current.kind).toBe('warning')
  })
})

describe('the dialog', () => {
  function Place() {
    const { pathname, state } = useLocation()
    return <output>{`${pathname} ${JSON.stringify(state)}`}</output>
  }
  const signedOut = `/authentication/logout ${JSON.stringify(portalLogout)}`
  const place = () => document.querySelector('output')?.textContent

  beforeEach(async () => {
    vi.useRealTimers()
    await import('./idle-dialog.tsx')
    vi.useFakeTimers()
    render(
      <MantineProvider env="test">
        <LanguageProvider>
          <MemoryRouter initialEntries={['/page']}>
            <Place />
            <Routes>
              <Route path="/page" element={<IdleWatch />} />
              <Route path="*" element={null} />
            </Routes>
          </MemoryRouter>
        </LanguageProvider>
      </MantineProvider>,
    )
  })

  test('has the documents’ title and buttons and counts down [session.idle.dialog] [session.idle.warning-after]', async () => {
    await pass(1799)
    expect(screen.queryByRole('dialog')).toBeNull()
    await pass(1)
    const dialog = screen.getByRole('dialog', { name: 'You have been inactive' })
    expect(dialog.textContent).toContain('60 seconds')
    expect(screen.getByRole('button', { name: 'Quit' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
    await pass(1)
    expect(dialog.textContent).toContain('59 seconds')
    await pass(58)
    expect(dialog.textContent).toContain('in 1 second.')
    expect(place()).toBe('/page null')
  })

  test('Continue begins the idle time anew [session.idle.continue]', async () => {
    await pass(1830)
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await pass(1)
    expect(screen.queryByRole('dialog')).toBeNull()
    await pass(1798)
    expect(screen.queryByRole('dialog')).toBeNull()
    await pass(1)
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(place()).toBe('/page null')
  })

  test('Quit signs out [session.idle.quit]', async () => {
    await pass(1800)
    fireEvent.click(screen.getByRole('button', { name: 'Quit' }))
    await pass(0)
    expect(place()).toBe(signedOut)
  })

  test('the end of the countdown signs out [session.idle.quit]', async () => {
    await pass(1859)
    expect(place()).toBe('/page null')
    await pass(1)
    expect(place()).toBe(signedOut)
  })
})

import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { noPreferences, PreferencesProvider } from '@counterfoil/kit/web/session/preferences.ts'
import { act, cleanup, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { layoutDebounceMs, layoutOf, useLayout } from './layouts.ts'
import { LeavingSplash, splashMs } from './splash.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('there are four layouts; the first stands where none, or none of these, is set [shell.layout.styles]', () => {
  const names = ['vertical-layout-1', 'Entreprise', 'Material', 'vertical-v2']
  expect(names.map((name) => layoutOf(name).name)).toEqual(names)
  for (const other of [undefined, null, '', 'entreprise', 'horizontal']) {
    expect(layoutOf(other).name).toBe('vertical-layout-1')
  }
})

test('the toolbar has two variants, one for each way of the navigation [toolbar.variants]', () => {
  const variants = ['vertical-layout-1', 'Entreprise', 'Material', 'vertical-v2'].map(
    (name) => layoutOf(name).toolbar,
  )
  expect(variants).toEqual(['vertical', 'horizontal', 'horizontal', 'vertical'])
})

describe('a change of layout', () => {
  function Shown() {
    return <output>{useLayout().name}</output>
  }
  const withLayout = (layout: string | null) => (
    <PreferencesProvider value={{ preferences: { ...noPreferences, layout }, change: () => {} }}>
      <Shown />
    </PreferencesProvider>
  )
  const shown = () => document.querySelector('output:not([data-place])')?.textContent

  test('is applied a second after the last one [shell.layout.debounce]', () => {
    expect(layoutDebounceMs).toBe(1000)
    let choose: (layout: string) => void = () => {}
    function Chosen() {
      const [layout, setLayout] = useState('Material')
      choose = setLayout
      return withLayout(layout)
    }
    renderInPortal(<Chosen />)
    expect(shown()).toBe('Material')
    act(() => choose('Entreprise'))
    pass(700)
    act(() => choose('vertical-v2'))
    pass(999)
    expect(shown()).toBe('Material')
    pass(1)
    expect(shown()).toBe('vertical-v2')
  })

  test('is the user’s own before the tenant’s', () => {
    renderInPortal(withLayout(null), { theme: { layoutName: 'Material' } })
    expect(shown()).toBe('Material')
    cleanup()
    renderInPortal(withLayout('Entreprise'), { theme: { layoutName: 'Material' } })
    expect(shown()).toBe('Entreprise')
  })
})

test('the splash screen hides 3 s after the layout is built, and until then is in nobody’s way [shell.splash.hide]', () => {
  expect(splashMs).toBe(3000)
  render(<LeavingSplash />)
  const splash = () => document.querySelector<HTMLElement>('.splash')
  expect(splash()?.dataset.leaving).toBeDefined()
  pass(2999)
  expect(splash()).not.toBeNull()
  pass(1)
  expect(splash()).toBeNull()
})

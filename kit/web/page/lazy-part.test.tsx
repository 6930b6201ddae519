import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, Suspense, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fetchedComponent, lazyPart } from './lazy-part.ts'

function Part({ name }: { name: string }) {
  const [presses, setPresses] = useState(0)
  return (
    <button type="button" onClick={() => setPresses(presses + 1)}>
      {name} {presses}
    </button>
  )
}

afterEach(cleanup)

const shown = (Component: ComponentType<{ name: string }>) => (
  <Suspense fallback={<p>loading</p>}>
    <Component name="part" />
  </Suspense>
)

describe('a component whose code is fetched', () => {
  test('ahead is drawn at once, without its fallback', async () => {
    const Fetched = fetchedComponent(async () => Part)
    Fetched.fetchCode()
    await act(async () => {})
    render(shown(Fetched))
    expect(screen.queryByText('loading')).toBeNull()
    screen.getByRole('button', { name: 'part 0' })
  })

  test('when it is shown begins with its fallback, and keeps its state from then on', async () => {
    const Fetched = fetchedComponent(async () => Part)
    const { rerender } = render(shown(Fetched))
    screen.getByText('loading')
    const button = await screen.findByRole('button', { name: 'part 0' })
    act(() => button.click())
    rerender(shown(Fetched))
    screen.getByRole('button', { name: 'part 1' })
  })

  test.each([
    ['a component', fetchedComponent],
    ['a part of the frame', lazyPart],
  ] as const)('in vain is asked for again when it is shown: %s', async (_, make) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    let isThere = false
    const Fetched = make(() =>
      isThere ? Promise.resolve(Part) : Promise.reject(new Error('gone')),
    )
    Fetched.fetchCode()
    // until that has failed
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    isThere = true
    render(shown(Fetched))
    await screen.findByRole('button', { name: 'part 0' })
    logged.mockRestore()
  })

  test('in vain when it is shown has another in its place', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const Fetched = lazyPart<{ name: string }>(
      () => Promise.reject(new Error('gone')),
      () => <p>without</p>,
    )
    render(shown(Fetched))
    await screen.findByText('without')
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
  })
})

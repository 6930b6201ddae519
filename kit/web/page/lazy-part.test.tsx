import { act, render, screen } from '@testing-library/react'
import { type ComponentType, Suspense, useState } from 'react'
import { describe, expect, test } from 'vitest'
import { fetchedComponent } from './lazy-part.ts'

function Part({ name }: { name: string }) {
  const [presses, setPresses] = useState(0)
  return (
    <button type="button" onClick={() => setPresses(presses + 1)}>
      {name} {presses}
    </button>
  )
}

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

  test('in vain is asked for again when it is shown', async () => {
    let isThere = false
    const Fetched = fetchedComponent(() =>
      isThere ? Promise.resolve(Part) : Promise.reject(new Error('gone')),
    )
    Fetched.fetchCode()
    await act(async () => {})
    isThere = true
    render(shown(Fetched))
    await screen.findByRole('button', { name: 'part 0' })
  })
})

import { act, cleanup, render } from '@testing-library/react'
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePageScroll } from './page-scroll.ts'

let go: NavigateFunction
const scroller = () => document.getElementById('container-3') as HTMLElement

function Frame(props: { without?: 'content' | 'container' }) {
  go = useNavigate()
  usePageScroll()
  const content = props.without === 'content' ? null : <main id="content" />
  return props.without === 'container' ? content : <div id="container-3">{content}</div>
}

const open = (without?: 'content' | 'container') =>
  render(
    <MemoryRouter initialEntries={['/list']}>
      <Frame {...(without === undefined ? {} : { without })} />
    </MemoryRouter>,
  )
const logged = vi.spyOn(console, 'error')
beforeEach(() => logged.mockReset().mockImplementation(() => {}))
afterEach(cleanup)

function scrollTo(top: number) {
  scroller().scrollTop = top
  scroller().dispatchEvent(new Event('scroll'))
}

test('a page begins at its top, stays put when its address changes, and is found again where it was left', async () => {
  open()
  scrollTo(240)
  await act(() => go('/list?status=declined'))
  expect(scroller().scrollTop).toBe(240)
  scrollTo(300)
  await act(() => go('/list/one'))
  expect(scroller().scrollTop).toBe(0)
  scrollTo(80)
  await act(() => go(-1))
  expect(scroller().scrollTop).toBe(300)
  expect(logged).not.toHaveBeenCalled()
})

test("without the page's content says so on the console alone [errors.console.content-element]", () => {
  open('content')
  expect(logged.mock.calls).toEqual([['Content element not found']])
  expect(document.body.textContent).toBe('')
})

test('without the part that scrolls says so on the console alone, and goes on [errors.console.container]', async () => {
  open('container')
  await act(() => go('/other'))
  expect(logged.mock.calls).toEqual([
    ['Container with ID container-3 not found.'],
    ['Container with ID container-3 not found.'],
  ])
  expect(document.body.textContent).toBe('')
})

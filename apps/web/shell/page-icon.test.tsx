import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { usePageIcon } from './page-icon.ts'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

function Portal({ icon }: { icon: string | null }) {
  usePageIcon(icon)
  return null
}

test('the page wears the icon of the organisation until its portal is left', () => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />'
  const link = document.querySelector('link') as HTMLLinkElement
  const own = 'data:image/png;base64,AAAA'
  const { rerender, unmount } = render(<Portal icon={null} />)
  expect(link.getAttribute('href')).toBe('/favicon.svg')
  rerender(<Portal icon={own} />)
  expect([link.href, link.type]).toEqual([own, ''])
  unmount()
  expect([new URL(link.href).pathname, link.type]).toEqual(['/favicon.svg', 'image/svg+xml'])
})

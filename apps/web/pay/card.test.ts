// The card fields of the virtual terminal, as the portal asks them for a token.
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

test('a card is one token as long as it stands in the fields, and another one once it is typed anew', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  )
  let made = 0
  answerFetch(() => {
    made += 1
    return { id: `token ${made}`, brand: 'visa', last4: '4242' }
  })
  const said = vi.spyOn(window, 'postMessage').mockImplementation(() => {})
  document.body.innerHTML = '<main id="card"></main>'
  await import('./card.ts')
  const user = userEvent.setup()
  const input = (id: string) => document.getElementById(id) as HTMLInputElement
  async function askForToken() {
    said.mockClear()
    const message = { data: { wants: 'token' }, source: window }
    window.dispatchEvent(new MessageEvent('message', message))
    await vi.waitFor(() => expect(said).toHaveBeenCalled())
    return said.mock.calls[0]?.[0]
  }
  await user.type(input('cc-number'), '4242424242424242')
  await user.type(input('cc-exp'), '1290')
  await user.type(input('cc-csc'), '123')
  const first = await askForToken()
  expect(first).toMatchObject({ token: { id: 'token 1' } })
  // the answer to its payment did not come
  expect(await askForToken()).toEqual(first)
  await user.clear(input('cc-csc'))
  await user.type(input('cc-csc'), '124')
  expect(await askForToken()).toMatchObject({ token: { id: 'token 2' } })
})

import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import VirtualTerminalPage from './virtual-terminal.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const terminal = {
  ...{ isSandbox: true, ticket: 'ticket', mode: 'Test', merchantName: 'Quayside' },
  ...{ homeCurrency: 'GBP', websites: [] },
}

test.each([
  ['FullProcessing', /Change to Live to take real payments/],
  ['SandboxEnabled', /Real payments are not enabled for you yet/],
])('in Test a merchant that has %s reads what it can do', async (processingStatus, said) => {
  answerFetch(({ method, path }) =>
    method === 'POST' && path.startsWith('/api/virtual-terminal') ? terminal : [],
  )
  renderInPortal(<VirtualTerminalPage />, {
    ...{ audience: 'merchant', merchantId: 'm', processingStatus },
  })
  expect((await screen.findByText(said)).textContent).toMatch(/Only test cards are taken/)
  // a phone shows the keyboard of addresses, and capitalises none
  const address = screen.getByLabelText<HTMLInputElement>('Customer’s e-mail')
  expect(address.type).toBe('email')
})

test('a merchant that takes no payments yet reads so, and its terminal is not asked for', async () => {
  const asked = answerFetch(() => [])
  renderInPortal(<VirtualTerminalPage />, {
    ...{ audience: 'merchant', merchantId: 'm', processingStatus: 'NoProcessing' },
  })
  await screen.findByText('Your account does not take payments yet')
  expect(asked.filter(({ path }) => path.startsWith('/api/virtual-terminal'))).toEqual([])
})

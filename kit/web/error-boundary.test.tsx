import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { answerFetch } from '@counterfoil/kit/testing/answering.ts'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './call.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { CallProblem } from './problem.ts'

let failure: Error | null = null

function Page() {
  if (failure !== null) throw failure
  return <p>All is well</p>
}

function show(pageKey = '/page') {
  return render(
    <MantineProvider>
      <p>The menu</p>
      <ErrorBoundary pageKey={pageKey}>
        <Page />
      </ErrorBoundary>
    </MantineProvider>,
  )
}

beforeEach(() => {
  // React tells the console of every caught error
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  failure = null
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a page that throws leaves the rest standing, and can be tried again', () => {
  failure = new Error('broken')
  show()
  expect(screen.getByText('The menu')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('This page stopped working')
  failure = null
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('All is well')).toBeTruthy()
})

test('another page begins without what failed before', () => {
  failure = new Error('broken')
  const { rerender } = show('/one')
  failure = null
  rerender(
    <MantineProvider>
      <ErrorBoundary pageKey="/two">
        <Page />
      </ErrorBoundary>
    </MantineProvider>,
  )
  expect(screen.getByText('All is well')).toBeTruthy()
})

test('the request that failed is there to quote', () => {
  failure = new CallProblem('No', { status: 500, requestId: 'request-7' })
  show()
  expect(screen.getByText('request-7')).toBeTruthy()
})

test('when the page failed by itself, the last request is there to quote', async () => {
  answerFetch(() => Response.json({}, { headers: { 'x-request-id': 'request-8' } }))
  const read = endpoint({ id: 'x', method: 'GET', path: '/api/x', summary: '', permission: [] })
  const client = createClient({
    token: () => undefined,
    renew: async () => false,
    mode: () => 'Live',
  })
  await client.send(read, {})
  failure = new Error('broken')
  show()
  expect(screen.getByText('request-8')).toBeTruthy()
})

test('a page whose code a newer build has replaced is to be loaded again', () => {
  failure = new TypeError('Failed to fetch dynamically imported module: /build/x.js')
  show()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
})

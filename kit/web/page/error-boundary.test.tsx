import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../calls/call.ts'
import { CallProblem } from '../calls/problem.ts'
import { registerForm } from '../form/draft-store.ts'
import { findDraft } from '../form/left-drafts.ts'
import { ErrorBoundary } from './error-boundary.tsx'

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

describe('a page whose code could not be fetched', () => {
  const reload = vi.fn()
  let isThere = false
  let form = () => {}
  beforeEach(() => {
    vi.useFakeTimers()
    sessionStorage.clear()
    reload.mockClear()
    vi.stubGlobal('location', { pathname: '/page', search: '', reload })
    isThere = false
    answerFetch(() => {
      if (!isThere) throw new TypeError('Failed to fetch')
      return Response.json({})
    })
    failure = new TypeError('Failed to fetch dynamically imported module: /build/x.js')
  })
  afterEach(() => {
    form()
    vi.useRealTimers()
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  test.each([
    'Failed to fetch dynamically imported module: /build/x.js',
    'error loading dynamically imported module: /build/x.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /build/x.css',
  ])('says so in every browser: %s', (words) => {
    failure = new TypeError(words)
    show()
    expect(screen.getByRole('heading').textContent).toBe('This page could not be fetched')
  })

  test('is loaded again as soon as the server is there', async () => {
    show()
    await pass(10_000)
    expect(reload).not.toHaveBeenCalled()
    isThere = true
    await pass(2000)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('is not loaded again and again when that did not help', async () => {
    isThere = true
    show().unmount()
    await pass(10)
    show()
    await pass(50_000)
    expect(reload).toHaveBeenCalledOnce()
    await pass(12_000)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  test('waits for the user where something typed would go with it, and keeps that', async () => {
    isThere = true
    form = registerForm({ owner: 'user-1', name: 'note', read: () => ({ text: 'half a sen' }) })
    show()
    await pass(10_000)
    expect(reload).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledOnce()
    const kept = findDraft({ owner: 'user-1', name: 'note', path: '/page' })
    expect(kept?.values).toEqual({ text: 'half a sen' })
  })
})

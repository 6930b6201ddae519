import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { describe, expect, test } from 'vitest'
import {
  type AppAction,
  type AppLists,
  type AppState,
  initialState,
  nextState,
} from './app-state.rules.ts'

const user = (changes: Partial<SignedInUser> = {}) =>
  ({
    id: 'u1',
    firstName: 'Ada',
    audience: 'tenant',
    isLimitedToPayments: false,
    isLimitedToMerchants: false,
    processingStatus: null,
    permissions: new Set(['CRM.Transaction.View']),
    ...changes,
  }) as SignedInUser
const lists: AppLists = {
  activePaymentMethods: [{ id: 'card', name: 'Card' }],
  activeServiceProviders: [{ id: 'p1', name: 'Provider' }],
  activeCurrencies: [{ id: 'GBP', name: 'Pound', decimalPlaces: 2 }],
  activeCountries: [{ id: 'GB', name: 'United Kingdom' }],
  activeLanguages: [{ id: 'en', name: 'English' }],
  activeCustomers: { m1: 'Harbour Books' },
}
const loaded = (of = user()): AppAction => ({
  type: 'user-loaded',
  user: of,
  tenants: [],
  viewAs: null,
  lists,
})
const after = (...actions: AppAction[]): AppState => actions.reduce(nextState, initialState)

describe('the app’s state', () => {
  test('user-loaded sets the user and all active lists [state.user-loaded]', () => {
    const state = after({ type: 'user-loading' }, loaded())
    expect(state).toMatchObject({ ...lists, initialized: true, loading: false, failed: false })
    expect(state.user?.id).toBe('u1')
  })

  test('the permissions of before are flushed, not added to [permissions.load]', () => {
    const second = user({ permissions: new Set(['CRM.Dashboard.View']) })
    const state = after(loaded(), loaded(second))
    expect([...(state.user?.permissions ?? [])]).toEqual(['CRM.Dashboard.View'])
  })

  test('update merges fields into the user [state.user-update]', () => {
    const state = after(loaded(), { type: 'user-updated', changes: { firstName: 'Grace' } })
    expect(state.user).toMatchObject({ id: 'u1', firstName: 'Grace', audience: 'tenant' })
    expect(state.activeCurrencies).toEqual(lists.activeCurrencies)
    const nobody = after({ type: 'user-updated', changes: { firstName: 'Grace' } })
    expect(nobody.user).toBeNull()
  })

  test('removing the user resets everything [state.user-removed]', () => {
    const state = after(
      loaded(),
      { type: 'mode-changed', mode: 'Test' },
      { type: 'list-fetching', list: 'activeCountries' },
      { type: 'user-removed' },
    )
    expect(state).toEqual(initialState)
  })

  test('a list’s fetch sets its flag alone, and its end clears it [state.list-fetch]', () => {
    const fetching = after(loaded(), { type: 'list-fetching', list: 'activeCountries' })
    expect(fetching.fetching).toEqual({ ...initialState.fetching, activeCountries: true })
    const items = [{ id: 'TR', name: 'Türkiye' }]
    const done = nextState(fetching, { type: 'list-fetched', list: 'activeCountries', items })
    expect(done.fetching).toEqual(initialState.fetching)
    expect(done.activeCountries).toEqual(items)
    const failed = nextState(fetching, { type: 'list-failed', list: 'activeCountries' })
    expect(failed.fetching).toEqual(initialState.fetching)
    expect(failed.activeCountries).toEqual(lists.activeCountries)
  })

  test('a load that fails says so and is no longer under way [state.load-failure]', () => {
    const state = after({ type: 'user-loading' }, { type: 'user-load-failed' })
    expect(state).toEqual({ ...initialState, failed: true })
  })

  test('toggling updates customerSystemMode [mode.toggle.switch]', () => {
    expect(after({ type: 'mode-changed', mode: 'Test' }).customerSystemMode).toBe('Test')
  })

  test('an operator’s mode is Live at first, whatever is stored, and stays while signed in [mode.switch.operators]', () => {
    const leftBehind: AppAction = { type: 'mode-changed', mode: 'Test' }
    expect(after(leftBehind, loaded()).customerSystemMode).toBe('Live')
    expect(after(loaded(), leftBehind, loaded()).customerSystemMode).toBe('Test')
  })

  test('a merchant whose processing becomes the sandbox is in Test from then on [mode.toggle.sandbox]', () => {
    const merchant = (processingStatus: string) => user({ audience: 'merchant', processingStatus })
    const state = after(loaded(merchant('FullProcessing')), loaded(merchant('SandboxEnabled')))
    expect(state.customerSystemMode).toBe('Test')
  })
})

import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import type {
  CurrencyOption,
  NamedId,
  SignedInUser,
  ViewAs,
} from '@counterfoil/kit/web/session/user.tsx'
import { decideMode } from './mode.rules.ts'

/** The lists that many screens use, named as in the answer of the user context. */
export interface AppLists {
  readonly activePaymentMethods: readonly NamedId[]
  readonly activeServiceProviders: readonly NamedId[]
  readonly activeCurrencies: readonly CurrencyOption[]
  readonly activeCountries: readonly NamedId[]
  readonly activeLanguages: readonly NamedId[]
  /** Id to name; empty for merchants. */
  readonly activeCustomers: Readonly<Record<string, string>>
}
export type ListName = keyof AppLists

export interface AppState extends AppLists {
  /** The user context has been loaded once. */
  readonly initialized: boolean
  /** The user context is being loaded. */
  readonly loading: boolean
  /** The last load of the user context failed. */
  readonly failed: boolean
  readonly user: SignedInUser | null
  /** Tenants that the user may see. */
  readonly tenants: readonly NamedId[]
  readonly viewAs: ViewAs | null
  readonly customerSystemMode: ModeName
  /** Lists that are being fetched again. */
  readonly fetching: Readonly<Record<ListName, boolean>>
}

export type AppAction =
  | { readonly type: 'user-loading' }
  | {
      readonly type: 'user-loaded'
      readonly user: SignedInUser
      readonly tenants: readonly NamedId[]
      readonly viewAs: ViewAs | null
      readonly lists: AppLists
    }
  | { readonly type: 'user-load-failed' }
  | { readonly type: 'user-updated'; readonly changes: Partial<SignedInUser> }
  | { readonly type: 'user-removed' }
  | { readonly type: 'list-fetching'; readonly list: ListName }
  | {
      readonly type: 'list-fetched'
      readonly list: ListName
      readonly items: AppLists[ListName]
    }
  | { readonly type: 'list-failed'; readonly list: ListName }
  | { readonly type: 'mode-changed'; readonly mode: ModeName }

export const initialState: AppState = {
  initialized: false,
  loading: false,
  failed: false,
  user: null,
  tenants: [],
  viewAs: null,
  activePaymentMethods: [],
  activeServiceProviders: [],
  activeCurrencies: [],
  activeCountries: [],
  activeLanguages: [],
  activeCustomers: {},
  customerSystemMode: 'Live',
  fetching: {
    activePaymentMethods: false,
    activeServiceProviders: false,
    activeCurrencies: false,
    activeCountries: false,
    activeLanguages: false,
    activeCustomers: false,
  },
}

/** The reducer of the app's state. */
export function nextState(state: AppState, action: AppAction): AppState {
  switch (action.type) {
    case 'user-loading':
      return { ...state, loading: true, failed: false }
    case 'user-loaded':
      return {
        ...state,
        ...action.lists,
        user: action.user,
        tenants: action.tenants,
        viewAs: action.viewAs,
        customerSystemMode: modeFor(action.user, state),
        initialized: true,
        loading: false,
        failed: false,
      }
    case 'user-load-failed':
      return { ...state, loading: false, failed: true }
    case 'user-updated':
      return state.user === null ? state : { ...state, user: { ...state.user, ...action.changes } }
    case 'user-removed':
      return initialState
    case 'list-fetching':
      return withFetching(state, action.list, true)
    case 'list-fetched':
      return { ...withFetching(state, action.list, false), [action.list]: action.items }
    case 'list-failed':
      return withFetching(state, action.list, false)
    case 'mode-changed':
      return { ...state, customerSystemMode: action.mode }
  }
}

/** Operators keep their chosen mode while they are signed in; a merchant's mode follows its processing status. */
function modeFor(user: SignedInUser, state: AppState): ModeName {
  const isKept = state.user !== null && user.audience !== 'merchant'
  return isKept ? state.customerSystemMode : decideMode(user, state.customerSystemMode).mode
}

const withFetching = (state: AppState, list: ListName, is: boolean): AppState => ({
  ...state,
  fetching: { ...state.fetching, [list]: is },
})

import { type AppAction, type AppState, initialState, nextState } from './app-state.rules.ts'
import { storedMode } from './mode.rules.ts'

/** The number of states that the browser's developer tools keep; none in a production build. */
export const historySize = 25

/** The browser extension that shows a state's history. */
interface DevTools {
  connect(options: { name: string; maxAge: number }): {
    init(state: unknown): void
    send(action: unknown, state: unknown): void
  }
}

declare global {
  interface Window {
    readonly __REDUX_DEVTOOLS_EXTENSION__?: DevTools
  }
}

/** The app's state as an external store: `subscribe` and `current`. */
export class AppStore {
  readonly #listeners = new Set<() => void>()
  readonly #tools = import.meta.env.DEV ? connectTools() : undefined
  #state: AppState

  /** `mode` is the stored one; it is checked once the user is loaded. */
  constructor(mode: string | null = null) {
    this.#state = { ...initialState, customerSystemMode: storedMode(mode) ?? 'Live' }
  }

  get current(): AppState {
    return this.#state
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  dispatch = (action: AppAction): void => {
    this.#state = nextState(this.#state, action)
    this.#tools?.send(action, this.#state)
    for (const listener of this.#listeners) listener()
  }
}

function connectTools() {
  const tools = window.__REDUX_DEVTOOLS_EXTENSION__?.connect({
    name: 'Counterfoil',
    maxAge: historySize,
  })
  tools?.init(initialState)
  return tools
}

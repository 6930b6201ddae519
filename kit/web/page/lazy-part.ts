import { type ComponentType, createElement, lazy, useState } from 'react'
import { logFailure } from '../calls/log.ts'
import { useLoadedAgain } from '../calls/missing-code.ts'

/** A component whose code may be fetched before it is shown. */
type Fetched<Props> = ComponentType<Props> & {
  /** Fetches the code ahead. What cannot be fetched is asked for again where it is shown. */
  fetchCode(): void
}

/**
 * A component whose code is fetched when it is first shown, or ahead. What is there when it is shown is drawn at once:
 * React draws the fallback of a lazy component even when its code is there, and keeps it for 300 ms. `otherwise` says what
 * stands in its place if the code cannot be fetched when it is shown; without it that is an error.
 */
export function fetchedComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: (cause: unknown) => ComponentType<Props> = rethrow,
): Fetched<Props> {
  let there: ComponentType<Props> | undefined
  const fetchIt = async () => {
    there = await load()
    return there
  }
  const Later = lazy<ComponentType<Props>>(async () => ({
    default: await fetchIt().catch(otherwise),
  }))
  // biome-ignore lint/correctness/noComponentHookFactories: made once, with the module that names it, as `lazy` does
  function Component(props: Props) {
    // for as long as it is shown: another component in its place would lose its state
    const [Shown] = useState<ComponentType<Props>>(() => there ?? Later)
    return createElement(Shown, props)
  }
  return Object.assign(Component, {
    fetchCode: () => {
      if (there === undefined) fetchIt().catch(() => undefined)
    },
  })
}

function rethrow(cause: unknown): never {
  throw cause
}

/**
 * A part of the frame whose code is fetched when it is first shown, or ahead. When it cannot be fetched, the frame does
 * without it until the page is loaded again: what somebody works on must not go with it. `Without` stands in its place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Without: ComponentType<Props> = Missing,
): Fetched<Props> {
  return fetchedComponent(load, (cause) => {
    logFailure('A part of the portal could not be fetched', cause)
    return Without
  })
}

function Missing() {
  useLoadedAgain(true)
  return null
}

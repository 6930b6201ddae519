import { type ComponentType, lazy } from 'react'
import { logFailure } from '../calls/log.ts'
import { useLoadedAgain } from '../calls/missing-code.ts'

/**
 * A part of the frame whose code is fetched when it is first shown. When it cannot be fetched, the frame does without it
 * until the page is loaded again: what somebody works on must not go with it. `Without` stands in its place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Without: ComponentType<Props> = Missing,
) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      (cause: unknown) => {
        logFailure('A part of the portal could not be fetched', cause)
        return { default: Without }
      },
    ),
  )
}

function Missing() {
  useLoadedAgain(true)
  return null
}

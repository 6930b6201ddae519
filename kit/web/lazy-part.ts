import { type ComponentType, lazy } from 'react'
import { logFailure } from './log.ts'

/**
 * A part of the frame whose code is fetched when it is first shown. When it cannot be fetched, the frame does without it:
 * the page that somebody works on must not go with it.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      (cause: unknown) => {
        logFailure('A part of the portal could not be fetched', cause)
        return { default: () => null }
      },
    ),
  )
}

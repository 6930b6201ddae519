// A process that is about to stop answers everything for a while longer, and says at its health check that it stops. A proxy
// that asks for it sends new requests elsewhere before a connection is refused or closed under one.

import { setTimeout } from 'node:timers/promises'

export interface Draining {
  /** Whether this process is about to stop. */
  readonly hasBegun: boolean
  /** Resolves when proxies have had `ms` to see it. */
  begin(ms: number): Promise<void>
}

export function makeDraining(): Draining {
  let hasBegun = false
  return {
    get hasBegun() {
      return hasBegun
    },
    begin(ms) {
      hasBegun = true
      return setTimeout(ms)
    },
  }
}

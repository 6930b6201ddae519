import type { ForeignDatabase } from '@counterfoil/kit/database/foreign.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import type { Bank } from './bank.ts'
import { openBankingClient } from './open-banking-client.ts'
import { participantOf } from './participant-key.ts'
import { addressOf } from './sandbox/answers.ts'
import { openBankServer, type SandboxBankServer } from './sandbox/bank-server.ts'
import { sandboxBanks } from './sandbox/sandbox-banks.ts'

/** The sandbox's banks: as clients of theirs see them, over HTTP, and what answers at their addresses. */
export function openBanks(options: {
  readonly database: ForeignDatabase
  readonly publicUrl: string
  readonly now: () => Date
  readonly fetch: GuardedFetch
}): { readonly banks: ReadonlyMap<string, Bank>; readonly bankServer: SandboxBankServer } {
  const { database, publicUrl, now, fetch } = options
  const participant = participantOf(database)
  const banks = sandboxBanks.map(({ id, name, version, currencies }): [string, Bank] => [
    id,
    openBankingClient({
      ...{ id, name, isSandbox: true, currencies, version, fetch, participant, now },
      address: addressOf(publicUrl, id),
    }),
  ])
  return {
    banks: new Map(banks),
    bankServer: openBankServer({ database, publicUrl, participant, now }),
  }
}

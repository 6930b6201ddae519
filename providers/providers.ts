import { randomBytes } from 'node:crypto'
import { openForeignDatabase } from '@counterfoil/kit/database/foreign.ts'
import type { KeyWrapper } from '@counterfoil/kit/database/vault.ts'
import type { Acquirer } from './acquirers/acquirer.ts'
import { postponeNotices } from './acquirers/sandbox/notices.ts'
import type { SandboxRecord } from './acquirers/sandbox/records.ts'
import {
  answerChallenge,
  findChallenge,
  listNoticesToSend,
  sandboxAcquirer,
} from './acquirers/sandbox/sandbox-acquirer.ts'
import { sendNotices } from './acquirers/sandbox/send-notices.ts'
import { noticeKeyOf } from './acquirers/sandbox/signature.ts'
import type { Bank } from './banks/bank.ts'
import { openBanks } from './banks/open-banks.ts'
import type { SandboxBankServer } from './banks/sandbox/bank-server.ts'
import { type Delivery, openDelivery } from './delivery/delivery.ts'
import {
  type DomainNames,
  publicDomainNames,
  sandboxDomainNames,
} from './domain-names/domain-names.ts'
import { openKeyWrapping } from './key-wrapping/key-wrapping.ts'
import {
  type LanguageModel,
  type LanguageModelOptions,
  openLanguageModel,
} from './language-model/language-model.ts'
import { type MailSender, openMailSender } from './mail/mail.ts'
import type { GuardedFetch } from './outbound/guarded-fetch.ts'
import { type Outbound, openOutbound } from './outbound/outbound.ts'
import { type PayeeChecks, sandboxPayeeChecks } from './payee-checks/payee-checks.ts'
import type { Rails } from './rails/rail.ts'
import { sandboxRails } from './rails/sandbox-rails.ts'
import { openSortCodes, type SortCodes } from './sort-codes/sort-codes.ts'
import { openStorage, type Storage, type StorageOptions } from './storage/storage.ts'

/** The outside world, behind small interfaces. */
export interface Providers {
  readonly acquirers: ReadonlyMap<string, Acquirer>
  /** An acquirer that has not answered by then is asked no longer; what it did is looked up later. */
  readonly acquirerTimeoutMs: number
  readonly challenges: SandboxChallenges
  /** Banks of open banking, by their ids. */
  readonly banks: ReadonlyMap<string, Bank>
  readonly bankServer: SandboxBankServer
  /** Whether the sandbox's banks are offered in Live too, as its acquirers are in the demo. */
  readonly hasSandboxInLive: boolean
  readonly disputes: SandboxDisputes
  readonly sandboxNotices: SandboxNotices
  /** Calls to addresses that merchants name. */
  readonly outbound: Outbound
  /** Sends files to servers that tenants name. */
  readonly delivery: Delivery
  readonly domainNames: DomainNames
  /** The bytes of files. */
  readonly storage: Storage
  /** One file of a report that is made in the background. */
  readonly reportFileBytes: number
  readonly mailSender: MailSender
  /** How money leaves for other banks; so far the sandbox's alone. */
  readonly rails: Rails
  readonly payeeChecks: PayeeChecks
  /** Which account numbers fit the sort codes of British banks. */
  readonly sortCodes: SortCodes
  readonly languageModel: LanguageModel
  /** Keeps the keys that tenants' secrets are sealed with. */
  readonly keys: KeyWrapper
  /** Where the portal is. */
  readonly publicUrl: string
  /** Where the identity provider's own pages are. */
  readonly identityUrl: string
  close(): Promise<void>
}

/** The sandboxes' disputes follow their payments within seconds; in a history they come weeks later. */
export interface SandboxDisputes {
  /** All that is to be told of a payment's dispute comes as much later as its opening. */
  postpone(paymentId: string, openedAt: Date): Promise<void>
}

/** The sandboxes send notices to our own address, as real acquirers do. */
export interface SandboxNotices {
  /** Sends what is due; answers how many were taken. */
  send(signal: AbortSignal): Promise<number>
}

/** The sandbox's page on which a customer confirms a payment. */
export interface SandboxChallenges {
  find(provider: string, reference: string): Promise<SandboxRecord | undefined>
  /** What was decided before stays. */
  answer(provider: string, reference: string, isConfirmed: boolean): Promise<void>
}

export interface ProviderOptions {
  /** Where the sandbox acquirers keep their records: any database with the schema `sandbox`. */
  readonly sandboxDatabaseUrl: string
  readonly publicUrl: string
  /** The demo's: its receivers lie on this machine, and its domains in no DNS. Anywhere else private addresses are refused. */
  readonly mayReachPrivate: boolean
  /** Unset: the usual data folder. */
  readonly storage?: StorageOptions
  readonly reportFileBytes?: number
  /** Unset: mail stays in the outbox. */
  readonly smtp?: { readonly url: string | undefined; readonly from: string }
  /** Unset: none is asked. */
  readonly languageModel?: LanguageModelOptions | undefined
  /** Unset: nothing is sealed here, and nothing that is sealed opens. */
  readonly masterKey?: Buffer
  readonly identityUrl?: string
  readonly acquirerTimeoutMs?: number
  /** Unset: an answer that the sandbox loses is waited for until whoever asked gives up. */
  readonly sandboxLosesAfterMs?: number
  /** What the sandboxes sign their notices with; unset: they send none, and report what is due when they are asked. */
  readonly sandboxNoticeKey?: Buffer
  readonly now?: () => Date
  /** How banks are called, where not over the network. */
  readonly bankFetch?: GuardedFetch
}

/** Both sandbox acquirers, by their codes in `service_provider`. */
export const sandboxNames: ReadonlyMap<string, string> = new Map([
  ['sandbox_alpha', 'Sandbox Alpha'],
  ['sandbox_beta', 'Sandbox Beta'],
])

const noticesAtOnce = 100

export function openProviders(options: ProviderOptions): Providers {
  // Another company's machine: it need not wait for our disk.
  const database = openForeignDatabase(
    options.sandboxDatabaseUrl,
    '-c search_path=sandbox -c synchronous_commit=off',
  )
  const mailSender = openMailSender(options.smtp?.url, options.smtp?.from ?? 'no-reply@localhost')
  const now = options.now ?? (() => new Date())
  const keyOf = (code: string) => noticeKeyOf(options.sandboxNoticeKey ?? randomBytes(32), code)
  const sandbox = (code: string, name: string): [string, Acquirer] => {
    const { publicUrl, sandboxLosesAfterMs: losesAfterMs } = options
    const reportsAfterMs = options.sandboxNoticeKey === undefined ? 0 : 30_000
    const own = { code, name, database, publicUrl, now, losesAfterMs, reportsAfterMs }
    return [code, sandboxAcquirer({ ...own, noticeKey: keyOf(code) })]
  }
  const acquirers = new Map([...sandboxNames].map(([code, name]) => sandbox(code, name)))
  const outbound = openOutbound({ mayReachPrivate: options.mayReachPrivate })
  const { publicUrl, bankFetch = outbound.fetch } = options
  return {
    acquirers,
    ...openBanks({ database, publicUrl, now, fetch: bankFetch }),
    hasSandboxInLive: options.mayReachPrivate,
    sandboxNotices: {
      async send(signal) {
        if (options.sandboxNoticeKey === undefined) return 0
        const { publicUrl } = options
        let sent = 0
        for (const [code, acquirer] of acquirers) {
          const due = await listNoticesToSend({ code, database, now }, noticesAtOnce)
          sent += await sendNotices(acquirer, due, { publicUrl, key: keyOf(code), now }, signal)
        }
        return sent
      },
    },
    reportFileBytes: options.reportFileBytes ?? 16 * 1024 * 1024,
    acquirerTimeoutMs: options.acquirerTimeoutMs ?? 10_000,
    challenges: {
      find: (provider, reference) => findChallenge(database, provider, reference),
      async answer(provider, reference, isConfirmed) {
        await answerChallenge({ database, now }, provider, reference, isConfirmed)
      },
    },
    disputes: {
      postpone: (paymentId, openedAt) => postponeNotices(database, paymentId, openedAt),
    },
    outbound,
    delivery: openDelivery({ mayReachPrivate: options.mayReachPrivate }),
    domainNames: options.mayReachPrivate ? sandboxDomainNames : publicDomainNames,
    storage: openStorage(options.storage ?? { dataDir: '.data' }),
    mailSender,
    rails: sandboxRails(database, now),
    payeeChecks: sandboxPayeeChecks,
    sortCodes: openSortCodes(options.storage?.dataDir),
    languageModel: openLanguageModel(options.languageModel),
    keys: openKeyWrapping(options.masterKey),
    publicUrl: options.publicUrl,
    identityUrl: options.identityUrl ?? 'http://localhost:4001',
    async close() {
      mailSender.close()
      await database.close()
    },
  }
}

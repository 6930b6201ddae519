import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { v5 } from 'uuid'
import { fanOutJob, isSafeAddress, type NotificationType } from './notifications.rules.ts'

/** A text in each language: each user is told in their own. Or one that is the same in all. */
export type NoticeText = string | Text

/**
 * Who is told: named users; or who holds a permission among a merchant's own users (`merchant`), the tenant's operators
 * (`tenant`; with a merchant, those who may see it) or the platform's staff (`platform`).
 */
export type Recipients =
  | {
      readonly userIds: readonly string[]
      /** Told instead when none of them is active any more. */
      readonly otherwise?: Operators
    }
  | {
      readonly audience: 'merchant'
      readonly permission: string
      readonly merchantId: string
    }
  | Operators
  | { readonly audience: 'platform'; readonly permission: string }

interface Operators {
  readonly audience: 'tenant'
  readonly permission: string
  readonly merchantId?: string
  /** For figures: those alone who may see all the payments that they are of; null: of every one. */
  readonly seeing?: Seeing
}

export interface Seeing {
  readonly merchantId: string | null
  readonly method: string | null
  readonly provider: string | null
}

export interface Notice {
  readonly to: Recipients
  /** One of the documents' types; anything else is shown with a bell. */
  readonly type: NotificationType | (string & {})
  /** Plain text. */
  readonly title: NoticeText
  /** HTML; what is not on the allow-list is taken out. Whatever came from outside goes through `asText`. */
  readonly description?: NoticeText
  /** A path of the portal, or an http(s) address. For ReportGenerated it holds the ids of the files. */
  readonly objectUrl?: string
  /** True (usual): a screen of the portal; false: a page of its own. */
  readonly useRouter?: boolean
  /** A path of the portal; instead of the type's icon. */
  readonly image?: string
  /** Two notices with the same key are one: said again, nobody is told again. */
  readonly onceFor?: string
  readonly now: Date
}

// Any fixed UUID: it keeps ids made of keys apart from those of others.
const keySpace = '6d0a1b52-7c3f-4e0a-9d55-1f0c2b9b7a41'

/**
 * Tells users something inside the portal: called on the transaction of `db`, so that they are told if, and only if,
 * what they are told of is kept. Who they are is found by a job, which is not bound to the merchants that the
 * transaction may see.
 */
export async function notify(db: Db, jobs: Jobs, notice: Notice): Promise<void> {
  for (const address of [notice.objectUrl, notice.image]) {
    if (address !== undefined && !isSafeAddress(address)) {
      throw new Error(`A notification leads to ${address}, which is neither a path nor http(s)`)
    }
  }
  const { onceFor, now, ...rest } = notice
  const id = onceFor === undefined ? newId(now) : v5(onceFor, keySpace)
  await jobs.enqueue(db, fanOutJob, { ...rest, id, tenantId: tenantOf(db), at: now.toISOString() })
}

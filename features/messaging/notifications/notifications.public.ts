import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { v5 } from 'uuid'
import { isSafeAddress } from './click-target.rules.ts'
import { fanOutJob, type NotificationType } from './notifications.rules.ts'

/** A text in each language: each user is told in their own. Or one that is the same in all. */
export type NoticeText = string | Text

/**
 * The recipients: named users; or the holders of a permission among a merchant's users (`merchant`), the tenant's operators
 * (`tenant`; with a merchant, those who may see it) or the platform's staff (`platform`).
 */
export type Recipients =
  | {
      readonly userIds: readonly string[]
      /** The recipients when none of these users is active. */
      readonly otherwise?: PermissionHolders
    }
  | PermissionHolders

export type PermissionHolders =
  | {
      readonly audience: 'merchant'
      readonly permission: string
      readonly merchantId: string
      /** As of operators. */
      readonly seeing?: PaymentVisibility
    }
  | Operators
  | { readonly audience: 'platform'; readonly permission: string }

interface Operators {
  readonly audience: 'tenant'
  readonly permission: string
  readonly merchantId?: string
  /** Only users who are not limited to some merchants. */
  readonly seesAllMerchants?: boolean
  /** Of this role alone. */
  readonly roleId?: string
  /** Of any role, where nobody of that one is notified. */
  readonly orAnyRole?: boolean
  /** Of a payment, or of figures: only users who may see it, or all payments in them; null: every payment. */
  readonly seeing?: PaymentVisibility
}

export interface PaymentVisibility {
  readonly merchantId: string | null
  readonly method: string | null
  readonly provider: string | null
}

export interface Notice {
  readonly to: Recipients
  /** One of `notificationTypes`; any other type shows a bell. */
  readonly type: NotificationType | (string & {})
  /** Plain text. */
  readonly title: NoticeText
  /** HTML of the allowed elements; others are removed. Texts of users are escaped first. */
  readonly description?: NoticeText
  /** A path of the portal, or an http(s) address. For ReportGenerated it contains the ids of the files. */
  readonly objectUrl?: string
  /** True (default): a screen of the portal; false: a page in a new tab. */
  readonly useRouter?: boolean
  /** A path of the portal, to use instead of the type's icon. */
  readonly image?: string
  /** Money, or the way to it, is at stake: it is also mailed when it is not read soon, unless its user wants no such mails. */
  readonly isImportant?: boolean
  /** A mail of its own says the same to these users: this is not mailed to who wants all notifications by mail. */
  readonly hasOwnMail?: boolean
  /** The maker of a request, who is not asked to confirm it. */
  readonly exceptUserId?: string | undefined
  /** A second notice with the same key notifies no one. */
  readonly onceFor?: string
  readonly now: Date
}

// A fixed namespace for ids that are derived from keys.
const keySpace = '6d0a1b52-7c3f-4e0a-9d55-1f0c2b9b7a41'

/**
 * Notifies users in the portal, if and only if the transaction of `db` is committed. A job finds the recipients, because the
 * transaction may be limited to some merchants.
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

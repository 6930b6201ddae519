import type { Notice } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import { merchantStatuses, processingStatuses } from './merchants.schema.ts'

const msg = messagesOf(import.meta.url)

/** What a merchant's people need to know of its account. */
export interface MerchantStatus {
  readonly merchantStatus: keyof typeof merchantStatuses
  readonly processingStatus: keyof typeof processingStatuses
}

/** Notifies the merchant's administrators of a completed boarding or another status; undefined: nothing changed. */
export function merchantStatusNotice(
  merchantId: string,
  before: MerchantStatus,
  after: MerchantStatus,
  now: Date,
): Notice | undefined {
  const { merchantStatus, processingStatus } = after
  const isOther =
    before.merchantStatus !== merchantStatus || before.processingStatus !== processingStatus
  if (!isOther) return undefined
  const isActive = merchantStatus === 'Active'
  // without processing the boarding is not complete
  const isBoardingComplete =
    before.merchantStatus === 'In boarding' && isActive && processingStatus !== 'NoProcessing'
  const status = merchantStatuses[merchantStatus]
  const modes = processingStatuses[processingStatus]
  return {
    to: { audience: 'merchant', permission: 'Merchant.UserManagement.Users', merchantId },
    type: isBoardingComplete ? 'Boarding' : 'MerchantStanding',
    isImportant: true,
    title: isBoardingComplete
      ? msg('Your boarding is complete')
      : textWith(msg('Your account: {status}'), { status }),
    // while it is not active, what it may take else says nothing
    ...(isActive ? { description: textWith(msg('Payments: {modes}'), { modes }) } : {}),
    now,
  }
}

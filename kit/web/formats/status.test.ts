import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contrast } from '@counterfoil/kit/contract/colour.ts'
import { readableStatus } from '@counterfoil/kit/contract/status-names.ts'
import { describe, expect, test } from 'vitest'
import {
  agreementStatusMap,
  openBankingStatusMap,
  type StatusMap,
  type StatusToken,
  statusTokenOf,
  statusTokens,
  supportCategoryMap,
  webhookStatusMap,
} from './status.ts'

const check = (token: StatusToken, statuses: string, map?: StatusMap) => {
  for (const status of statuses.split(', ')) expect(statusTokenOf(status, map)).toBe(token)
}

describe('colour of a status', () => {
  test('is positive [colours.pill.positive]', () =>
    check(
      'positive',
      'Opened, Active, Created, Validated, Reserved, Approved, Captured, Accepted, Refunded, Successful',
    ))
  test('is negative [colours.pill.negative]', () =>
    check('negative', 'Closed, Inactive, Failed, Declined, Locked, Conflict, Rejected'))
  test('is pending [colours.pill.pending]', () =>
    check(
      'pending',
      'Blocked, Pending, Closing, InvitationSent, Reviewed, Duplicate, WaitingForApproval, waiting_for_approval',
    ))
  test('is hold [colours.pill.hold]', () => check('hold', 'Not Found'))
  test('is found in a map that names statuses as they are written', () => {
    const map: StatusMap = { no_match: 'negative', takenBack: 'hold', other: 'pending' }
    check('negative', 'no_match', map)
    check('hold', 'takenBack', map)
    check('pending', 'match', map)
  })
  test('is neutral when unknown', () => check('neutral', 'Voided, partially_refunded, Abandoned'))
  test('of agreements [colours.proposals]', () => {
    check('ongoing', 'Created, PendingAcceptance, PendingApproval', agreementStatusMap)
    check('negative', 'Rejected', agreementStatusMap)
    check('positive', 'Accepted', agreementStatusMap)
  })
  test('of webhooks [colours.webhook]', () => {
    check('ongoing', 'Configured', webhookStatusMap)
    check('negative', 'Not Configured, Not Delivering', webhookStatusMap)
    check('positive', 'Delivering', webhookStatusMap)
  })
  test('of open banking [colours.open-banking]', () => {
    check('negative', 'Expired, Rejected', openBankingStatusMap)
    check('positive', 'Authorised', openBankingStatusMap)
    check('pending', 'Revoked, AwaitingAuthorisation', openBankingStatusMap)
    check('neutral', 'Anything else', openBankingStatusMap)
  })
  test('of support categories and tickets [colours.support-category] [colours.ticket-state]', () => {
    check('negative', 'Integration', supportCategoryMap)
    check('positive', 'Processing', supportCategoryMap)
    check('pending', 'Operational', supportCategoryMap)
    check('hold', 'Clarification', supportCategoryMap)
    check('neutral', 'Billing', supportCategoryMap)
    check('positive', 'Opened')
    check('negative', 'Closed')
  })
})

test('a status without a name is made readable', () => {
  expect(readableStatus('InvitationSent')).toBe('Invitation sent')
  expect(readableStatus('waiting_for_approval')).toBe('Waiting for approval')
})

describe('the six tokens', () => {
  const css = readFileSync(join(import.meta.dirname, '../theme/tokens.css'), 'utf8')
  const [, light = '', dark = ''] = css.split('[data-mantine-color-scheme=')
  const value = (scheme: string, name: string) =>
    new RegExp(`${name}: (#[0-9a-f]{6})`).exec(scheme)?.[1] ?? 'missing'

  test.each(statusTokens.flatMap((token) => [['light', token] as const, ['dark', token] as const]))(
    'in %s, %s is readable at AA',
    (name, token) => {
      const scheme = name === 'light' ? light : dark
      const ink = value(scheme, `--cf-${token}-ink`)
      expect(contrast(ink, value(scheme, `--cf-${token}-ground`))).toBeGreaterThanOrEqual(4.5)
    },
  )
})

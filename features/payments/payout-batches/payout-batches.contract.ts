import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams, listOf, pageQuery } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'
import { batchDetails, batchLine, batchRow, maxFileLength } from './payout-batches.schema.ts'

const path = '/api/payout-batches'
const view = ['Merchant.Payments.Batch.View']
const edit = ['Merchant.Payments.Batch.Edit']
const refreshes = ['payout-batches.*', 'payout-orders.*', 'payments.balances*']

export const listBatches = endpoint({
  id: 'payout-batches.list',
  method: 'GET',
  path,
  summary: 'Your files of payouts in the mode, newest first',
  permission: view,
  query: pageQuery.extend({
    /** In the file's name. */
    searchKey: z.string().max(100).optional(),
  }),
  answer: listOf(batchRow),
})

export const readBatch = endpoint({
  id: 'payout-batches.read',
  method: 'GET',
  path: `${path}/:id`,
  summary: 'A file of payouts: what is wrong with it, its totals, and where it stands',
  permission: view,
  params: idParams,
  answer: batchDetails,
})

const lineQuery = pageQuery.extend({
  which: z.enum(['faulty', 'unconfirmed', 'duplicates']).optional(),
})

export const listBatchLines = endpoint({
  id: 'payout-batches.lines',
  method: 'GET',
  path: `${path}/:id/lines`,
  summary: 'The payouts of a file, with what is wrong with each or what became of it',
  permission: view,
  params: idParams,
  query: lineQuery,
  answer: listOf(batchLine),
})

export const uploadBatch = endpoint({
  id: 'payout-batches.upload',
  method: 'POST',
  path,
  summary: 'Check a file of payouts, CSV or pain.001: all of it, and nothing is paid yet',
  permission: edit,
  body: z
    .strictObject({
      fileName: oneLine(z.string().trim()).min(1).max(200),
      content: z.string().max(maxFileLength),
    })
    .meta({
      examples: [
        {
          fileName: 'salaries.csv',
          content:
            'name,country,currency,amount,iban,reference\nAda,DE,EUR,12.50,DE89370400440532013000,Salary',
        },
      ],
    }),
  answer: batchDetails,
  status: 201,
  idempotent: true,
  refreshes,
})

export const submitBatch = endpoint({
  id: 'payout-batches.submitBatch',
  method: 'POST',
  path: `${path}/:id/submissions`,
  summary: 'Have the good rows of a file paid: all is set aside at once',
  permission: edit,
  params: idParams,
  body: z.strictObject({
    /** How many payouts it are, as a confirmation. */
    count: z.int().min(1).max(10_000),
    /** The bank did not confirm some names, and they are paid all the same. */
    despiteCheck: z.boolean().optional(),
    /** The file, or a row, was there before, and it is paid all the same; without it `count` is that of the other rows. */
    despiteDuplicates: z.boolean().optional(),
  }),
  answer: batchDetails,
  idempotent: true,
  refreshes,
})

export const stopBatch = endpoint({
  id: 'payout-batches.stopBatch',
  method: 'POST',
  path: `${path}/:id/stop`,
  summary: 'Stop a file of payouts: what has not gone to a rail yet goes back to the balance',
  permission: edit,
  params: idParams,
  answer: batchDetails,
  refreshes,
})

export const exportBatch = endpoint({
  id: 'payout-batches.export',
  method: 'GET',
  path: `${path}/:id/csv`,
  summary: 'The file as CSV with what is wrong with each row, or what became of it',
  permission: view,
  params: idParams,
  answer: z.string(),
  contentType: 'text/csv; charset=utf-8',
})

export const exportBatchStatus = endpoint({
  id: 'payout-batches.exportStatus',
  method: 'GET',
  path: `${path}/:id/pain002`,
  summary: 'What became of a file of payouts as pain.002',
  permission: view,
  params: idParams,
  answer: z.string(),
  contentType: 'application/xml; charset=utf-8',
})

const audiences = {
  operator: {
    ...{ base: '/api/crm/payout-batches', suffix: '' },
    permission: 'Crm.Payments.PendingTransactions',
  },
  merchant: {
    ...{ base: path, suffix: '-merchant' },
    permission: 'Merchant.Payments.PendingTransactions',
  },
} as const

function approvalCalls(audience: keyof typeof audiences) {
  const { base, suffix, permission } = audiences[audience]
  const decision = {
    ...({ method: 'POST', permission, params: idParams, answer: batchDetails } as const),
    ...{ idempotent: true, refreshes },
  } as const
  return {
    list: endpoint({
      id: `payout-batches.waiting${suffix}`,
      method: 'GET',
      path: `${base}/waiting`,
      summary: 'Files of payouts that wait for approval, the oldest first',
      permission,
      query: pageQuery,
      answer: listOf(batchDetails),
    }),
    lines: endpoint({
      id: `payout-batches.waiting-lines${suffix}`,
      method: 'GET',
      path: `${base}/waiting/:id/lines`,
      summary: 'Whom a file that waits for approval pays, and what is doubtful of each row',
      permission,
      params: idParams,
      query: lineQuery,
      answer: listOf(batchLine),
    }),
    approve: endpoint({
      ...decision,
      id: `payout-batches.approve${suffix}`,
      path: `${base}/:id/approvals`,
      summary: 'Approve a file of payouts: its total and its payees as they are',
      body: z.strictObject({ reason: z.string().trim().max(500).optional() }),
    }),
    decline: endpoint({
      ...decision,
      id: `payout-batches.decline${suffix}`,
      path: `${base}/:id/declinations`,
      summary: 'Decline a file of payouts: what was set aside is the merchant’s again',
      body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
    }),
  }
}

export const operatorBatchApprovals = approvalCalls('operator')
export const merchantBatchApprovals = approvalCalls('merchant')
export type BatchApprovalCalls = typeof operatorBatchApprovals | typeof merchantBatchApprovals

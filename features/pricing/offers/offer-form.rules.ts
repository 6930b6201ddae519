// The form of a draft: shares are entered in per cent, amounts in the currency's decimals.

import { maxAmountMinor, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import {
  type Agreement,
  maxFeesPerProduct,
  maxProducts,
  type OfferTerms,
  offerTerms,
  type Proposal,
  typedEntry,
} from './offers.contract.ts'
import { documentOf } from './offers.rules.ts'

const { feeTypeName } = typedEntry.shape.items.element.shape

/** `valueMissing`: the message for a fee without a value. */
export const offerForm = (valueMissing: string) =>
  offerTerms.extend({
    expiresAt: timestamp.nullish(),
    entries: z
      .array(
        z.object({
          productName: typedEntry.shape.productName,
          items: z
            .array(
              z
                .object({
                  feeTypeName,
                  unit: z.enum(['percentage', 'amount']),
                  percentage: z.number().min(0).max(100).optional(),
                  amount: z.int().min(0).max(maxAmountMinor).optional(),
                })
                .superRefine((item, context) => {
                  if (item[item.unit] !== undefined) return
                  context.addIssue({ code: 'custom', path: [item.unit], message: valueMissing })
                }),
            )
            .max(maxFeesPerProduct),
        }),
      )
      .max(maxProducts),
  })
export type OfferFormValues = z.infer<ReturnType<typeof offerForm>>
export type FormItem = OfferFormValues['entries'][number]['items'][number]

export function toFormValues(offer: Proposal | Agreement): OfferFormValues {
  const { body, entries } = documentOf(offer)
  return {
    body,
    subject: offer.subject,
    currency: offer.currency,
    boardingFee: offer.boardingFee,
    accountConfigurationFee: offer.accountConfigurationFee,
    bankAccountSetupFee: offer.bankAccountSetupFee,
    monthlyMinimumFee: offer.monthlyMinimumFee,
    gatewayMonthlyAccess: offer.gatewayMonthlyAccess,
    expiresAt: offer.expiresAt ?? undefined,
    entries: entries.map(({ productName, items }) => ({
      productName,
      items: items.map((item) =>
        item.feeSymbol === '%'
          ? { feeTypeName: item.feeTypeName, unit: 'percentage', percentage: item.value / 100 }
          : { feeTypeName: item.feeTypeName, unit: 'amount', amount: item.value },
      ),
    })),
  }
}

export function toOfferTerms({ entries, expiresAt, ...values }: OfferFormValues): OfferTerms {
  return {
    ...values,
    expiresAt: expiresAt ?? null,
    entries: entries.map(({ productName, items }) => ({
      productName,
      items: items.map(({ feeTypeName: name, unit, percentage = 0, amount = 0 }) => ({
        feeTypeName: name,
        unit,
        value: unit === 'percentage' ? Math.round(percentage * 100) : amount,
      })),
    })),
  }
}

/** A new product begins with the fees of the one before, without values. */
export const nextItems = (before: readonly FormItem[] | undefined): FormItem[] =>
  before === undefined || before.length === 0
    ? [{ feeTypeName: '', unit: 'percentage' }]
    : before.map(({ feeTypeName: name, unit }) => ({ feeTypeName: name, unit }))

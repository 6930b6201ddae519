// What features give to the tests that ask every call: each in a `testing/samples.ts` of its own, collected here.
import { scanModules } from '@counterfoil/kit/server/scan.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'
import type { CallSample } from './call-samples.ts'

interface OfUser {
  readonly tenant_id: string
  readonly user_id: string
  /** The user's own merchant. */
  readonly merchant_id: string | null
  /** Some merchant of the tenant, where the history has one. */
  readonly tenants_merchant_id: string | undefined
}

interface OfMerchant {
  readonly tenant_id: string
  readonly merchant_id: string
  /** One of its people. */
  readonly user_id: string
  readonly currency: string
}

interface OfPayment extends OfMerchant {
  readonly payment_id: string
  readonly mode: 1 | 2
}

export interface Samples {
  /** What calls need to succeed, by their ids, where a record and a sample of the body are not enough. */
  readonly calls?: Readonly<Record<string, CallSample>>
  /** Calls by POST that change a record that is there: their entry says what it was before. */
  readonly changes?: RegExp
  /** Calls that leave no entry in the audit trail, each with its reason. */
  readonly withoutEntry?: Readonly<Record<string, string>>
  /** Changes of a record whose entry has nothing of before, each with its reason. */
  readonly withoutBefore?: Readonly<Record<string, string>>
  /** Records that strangers look for: of a person, of a merchant, of a payment. */
  readonly ofUser?: (test: TestDatabase, own: OfUser) => Promise<void>
  readonly ofMerchant?: (test: TestDatabase, own: OfMerchant) => Promise<void>
  readonly ofPayment?: (test: TestDatabase, own: OfPayment) => Promise<void>
}

const modules = await scanModules<{ samples?: Samples }>('*/*/testing/samples.ts')
export const allSamples: readonly Samples[] = modules.map(({ file, module: { samples } }) => {
  if (samples === undefined) throw new Error(`${file} exports no samples`)
  return samples
})

/** What all of them say of calls; a call has one of each. */
export function samplesOf<K extends 'calls' | 'withoutEntry' | 'withoutBefore'>(
  kind: K,
): NonNullable<Samples[K]> {
  const entries = allSamples.flatMap((one) => Object.entries(one[kind] ?? {}))
  const samples = Object.fromEntries(entries)
  if (Object.keys(samples).length < entries.length) throw new Error(`Two ${kind} of one call`)
  return samples as NonNullable<Samples[K]>
}

import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useTexts } from '../texts/i18n.tsx'
import { useLimit } from './may-edit.ts'
import { resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'

/** Why somebody changes none of these records, or not this one, though they may change such records; else nothing. */
export function LimitNote({ of, row }: { of: Resource; row?: ResourceRow | undefined }) {
  const t = useTexts(resourceTexts)
  const limit = useLimit(of, row)
  if (limit === undefined) return null
  const why = { payments: t.limitedPayments, merchants: t.limitedMerchants }
  return <p className={classes.about}>{why[limit]}</p>
}

import { dayMs } from '@counterfoil/kit/contract/durations.ts'

/** What the bare server and the bare loops ask for: the rows of the product's list, in the plainest SQL. */
const columns = `p.tenant_id, p.id, p.merchant_id, p.mode, p.status, p.method, p.currency, p.amount_minor, p.authorised_minor,
  p.captured_minor, p.refunded_minor, p.voided_minor, p.disputed_minor, p.dispute_state, p.external_id, p.description,
  p.customer_email, p.customer_country, p.card_brand, p.card_first6, p.card_last4, p.provider, p.acquirer_reference, p.decline_reason,
  p.channel, p.business_day, p.created_at, p.updated_at, m.legal_business_name as merchant_name, t.name as tenant_name`

const from = `from app.payment p
  join app.merchant m on m.tenant_id = p.tenant_id and m.id = p.merchant_id
  join app.tenant t on t.id = p.tenant_id`

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

export interface BenchTarget {
  readonly tenantId: string
  readonly externalId: string
}

/** The first day of a view of the last 30 days. */
export const viewedFrom = () => new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10)

/** One statement for each list that is measured. */
export function bareStatements({ tenantId, externalId }: BenchTarget): Record<string, Statement> {
  return {
    first: {
      text: `select ${columns} ${from} where p.tenant_id = $1 and p.mode = 2 order by p.id desc limit 21`,
      values: [tenantId],
    },
    filtered: {
      text: `select ${columns} ${from} where p.tenant_id = $1 and p.mode = 2 and p.status = 'refunded'
        and p.currency = 'GBP' and p.method = 'card' order by p.amount_minor desc, p.id desc limit 21`,
      values: [tenantId],
    },
    external: {
      text: `select ${columns} ${from} where p.tenant_id = $1 and p.mode = 2 and p.external_id = $2
        order by p.id desc limit 21`,
      values: [tenantId, externalId],
    },
    declines: {
      text: `select ${columns} ${from} where p.tenant_id = $1 and p.mode = 2 and p.status = 'declined'
        and p.card_brand = 'visa' and p.business_day >= $2 order by p.id desc limit 21`,
      values: [tenantId, viewedFrom()],
    },
    large: {
      text: `select ${columns} ${from} where p.tenant_id = $1 and p.mode = 2 and p.currency = 'GBP'
        and p.amount_minor >= 5000 order by p.amount_minor, p.id limit 21`,
      values: [tenantId],
    },
    alternatives: {
      text: `select ${columns} ${from} where p.tenant_id = $1 and p.mode = 2 and p.method = 'alternative'
        and p.status = 'captured' order by p.id desc limit 21`,
      values: [tenantId],
    },
  }
}

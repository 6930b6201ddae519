import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { merchantStatuses } from './merchants.schema.ts'

/** The status of the account. */
export function AccountStatus({ row }: { row: ResourceRow }) {
  const translate = useTranslate()
  const status = String(row.merchantStatus)
  const label = merchantStatuses[status as keyof typeof merchantStatuses]
  return (
    <StatusPill status={status} {...(label === undefined ? {} : { label: translate(label) })} />
  )
}

/** The industry's name with its code: `Bookshops (5942)`. */
export function Industry({ row: { industryType: code, names, namesTr } }: { row: ResourceRow }) {
  const translate = useTranslate()
  if (typeof code !== 'string') return '–'
  const name = names[code] ?? ''
  return `${translate({ en: name, tr: namesTr?.[code] ?? name })} (${code})`.trim()
}

import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup-options.contract.ts'
import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { statusName } from '@counterfoil/kit/contract/status-names.ts'
import { useMay, useTimeZone, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { ReportFace } from './report-faces.rules.ts'
import { isPartial, keyName } from './report-keys.rules.ts'
import { listFilterOf } from './report-link.rules.ts'
import type { ReportRow, SummaryReport } from './summary-report.schema.ts'
import { reportTexts } from './summary-reports.messages.ts'

/** A key in the reader's language; of a time that is not over it says so. */
export function useKeyText(report: SummaryReport | undefined) {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const translate = useTranslate()
  const timeZone = useTimeZone()
  return (one: Dimension, key: string | null): string => {
    const name = keyName(one, key, {
      language,
      timeZone,
      names: report?.names ?? {},
      statusName: (status) => translate(statusName(status)),
    })
    const isOpen = report !== undefined && key !== null && isPartial(report, one, key)
    return isOpen ? t.soFar({ name }) : name
  }
}

/** Leads from a group to its payments in the lookup; nowhere for readers who may not open it. */
export function useLinks(
  report: SummaryReport | undefined,
  filter: Readonly<Record<string, string>>,
  face: ReportFace,
) {
  const { audience } = useUser()
  const mayOpen = useMay(...viewPermissions[audience === 'merchant' ? 'merchant' : 'operator'])
  const path = lookupPaths[audience]
  return (of: {
    readonly keys: ReportRow['keys']
    readonly currency?: string
    readonly measure?: Measure
  }): string | undefined => {
    if (report === undefined || !mayOpen) return undefined
    const { from, to, timeZone } = report
    const { onlyDeclined } = face.calls
    const { keys, currency, measure } = of
    const found = listFilterOf({
      filter,
      from,
      to,
      timeZone,
      keys,
      onlyDeclined,
      ...(currency === undefined ? {} : { currency }),
      ...(measure === undefined ? {} : { measure }),
    })
    return found && `${path}?${new URLSearchParams(found)}`
  }
}

const lookupPaths = {
  merchant: '/merchant/transaction-management/transaction-lookup',
  tenant: '/transaction-management/transaction-lookup',
  platform: '/platform/transaction-management/transaction-lookup',
}

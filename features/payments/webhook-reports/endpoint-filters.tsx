import { MerchantFilter } from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import { LateFilter } from '@counterfoil/kit/web/filters/late-filter.tsx'
import { choiceOf, OneFilter, severalOf } from '@counterfoil/kit/web/filters/list-filters.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { reportTexts } from './webhook-reports.messages.ts'

/** The names by which operators filter endpoints. */
export const ownerNames = ['tenantId', 'merchantId', 'mode'] as const
type Owners = (typeof ownerNames)[number]

/** For operators: whose endpoints, and of which mode. Merchants have one mode and their own. */
export function OwnerFilters<Name extends string>({
  list: of,
}: {
  list: ListState<Name | Owners>
}) {
  const list = of as unknown as ListState<Owners>
  const t = useTexts(reportTexts)
  const { audience } = useUser()
  const { tenants } = useUserContext()
  if (audience === 'merchant') return null
  return (
    <>
      {audience === 'platform' && (
        <OneFilter list={list} name="tenantId" label={t.tenant} choices={tenants.map(choiceOf)} />
      )}
      <LateFilter label={t.merchant}>
        <MerchantFilter
          label={t.merchant}
          tenantId={audience === 'platform' ? list.filters.tenantId : undefined}
          {...severalOf(list, 'merchantId')}
        />
      </LateFilter>
      <OneFilter
        list={list}
        name="mode"
        label={t.mode}
        choices={[
          { value: 'Live', label: t.live },
          { value: 'Test', label: t.test },
        ]}
      />
    </>
  )
}

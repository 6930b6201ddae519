import {
  type ManagedTenant,
  tenantLocales,
} from '@counterfoil/features/tenants/management/tenants.contract.ts'
import { ChoiceField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { tenantTexts } from './tenants.messages.ts'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** What a tenant is, when it is made and later. `current`: what somebody else stored meanwhile, said beside each label. */
export function TenantFields({ current }: { current?: ManagedTenant | undefined }) {
  const t = useTexts(tenantTexts)
  const label = (name: 'name' | 'supportEmail' | 'timeZone' | 'locale') =>
    current === undefined ? t[name] : `${t[name]} ${t.present(current[name])}`
  return (
    <>
      <TextField name="name" label={label('name')} isRequired />
      <TextField
        name="supportEmail"
        kind="email"
        label={label('supportEmail')}
        description={t.supportHint}
        isRequired
      />
      <SelectField
        name="timeZone"
        label={label('timeZone')}
        choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        isRequired
      />
      <ChoiceField
        name="locale"
        label={label('locale')}
        choices={tenantLocales.map((value) => ({ value, label: t[value] }))}
        isRequired
      />
    </>
  )
}

import { timeZoneChoices } from '@counterfoil/kit/contract/time-zones.ts'
import { ChoiceField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { tenantLocales } from './tenants.contract.ts'
import { tenantTexts } from './tenants.messages.ts'

/** The fields of a tenant, for the form of a new one and of an existing one. `languages`: those it can choose. */
export function TenantFields(props: { languages: readonly string[]; timeZone?: string }) {
  const { languages, timeZone } = props
  const t = useTexts(tenantTexts)
  return (
    <>
      <TextField name="name" label={t.name} isRequired />
      <TextField
        name="supportEmail"
        kind="email"
        label={t.supportEmail}
        description={t.supportHint}
        isRequired
      />
      <SelectField
        name="timeZone"
        label={t.timeZone}
        choices={timeZoneChoices(timeZone)}
        isRequired
      />
      <ChoiceField
        name="locale"
        label={t.locale}
        choices={tenantLocales
          .filter((one) => languages.includes(one))
          .map((value) => ({ value, label: t[value] }))}
        isRequired
      />
    </>
  )
}

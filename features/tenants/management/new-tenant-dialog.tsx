import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { useCurrencyChoices } from '@counterfoil/kit/web/formats/names-of-codes.ts'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useNavigate } from 'react-router'
import { TenantFields } from './tenant-fields.tsx'
import { createTenant, newTenant } from './tenants.contract.ts'
import { tenantTexts } from './tenants.messages.ts'
import classes from './tenants.module.css'

/** The form of a new tenant and its first administrator. */
export function NewTenantDialog({ onClose }: { onClose(): void }) {
  const t = useTexts(tenantTexts)
  const navigate = useNavigate()
  const { languages } = useUserContext()
  const currencies = useCurrencyChoices()
  const form = useSchemaForm(newTenant, {
    name: '',
    supportEmail: '',
    timeZone: 'Europe/London',
    locale: 'en',
    administratorEmail: '',
    administratorFirstName: '',
    administratorLastName: '',
  })
  const create = useAction(createTenant, {
    quiet: true,
    onDone: ({ id }) => {
      showSnackbar({ message: t.createdNow, tone: 'success' })
      navigate(`/crm/tenant-management/tenants/${id}`)
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.add}
      keepsOpenOutside
      action={{ label: t.create, form: 'new-tenant', isRunning: create.isRunning }}
    >
      <Form
        id="new-tenant"
        form={form}
        problem={create.problem}
        onSubmit={(body) => create.run({ body })}
      >
        <TenantFields languages={languages.map(({ id }) => id)} />
        <SelectField name="homeCurrency" label={t.homeCurrency} choices={currencies} isRequired />
        <h3 className={classes.part}>{t.first}</h3>
        <p className={classes.hint}>{t.firstHint}</p>
        <TextField name="administratorEmail" kind="email" label={t.email} isRequired />
        <TextField name="administratorFirstName" label={t.firstName} isRequired />
        <TextField name="administratorLastName" label={t.lastName} isRequired />
      </Form>
    </Dialog>
  )
}

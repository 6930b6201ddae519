import {
  createTenant,
  newTenant,
} from '@counterfoil/features/tenants/management/tenants.contract.ts'
import { Dialog } from '@counterfoil/kit/web/dialog.tsx'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { useCurrencyChoices } from '@counterfoil/kit/web/names-of-codes.ts'
import { showSnackbar } from '@counterfoil/kit/web/snackbar.tsx'
import { useAction } from '@counterfoil/kit/web/use-call.ts'
import { useUserContext } from '@counterfoil/kit/web/user.tsx'
import { useNavigate } from 'react-router'
import { TenantFields } from './tenant-fields.tsx'
import { tenantTexts } from './tenants.messages.ts'
import classes from './tenants.module.css'

/** Who the tenant is, and whom to invite first. */
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

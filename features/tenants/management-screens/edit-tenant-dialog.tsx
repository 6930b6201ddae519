import {
  type ManagedTenant,
  readManagedTenant,
  tenantDetails,
  tenantLocales,
  updateTenant,
} from '@counterfoil/features/tenants/management/tenants.contract.ts'
import { Dialog } from '@counterfoil/kit/web/dialog.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { showSnackbar } from '@counterfoil/kit/web/snackbar.tsx'
import { useAction, useClient } from '@counterfoil/kit/web/use-call.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { TenantFields } from './tenant-fields.tsx'
import { tenantTexts } from './tenants.messages.ts'
import classes from './tenants.module.css'

/** Changes a tenant; when somebody else was first, shows what they stored beside what is typed here. */
export function EditTenantDialog({ tenant, onClose }: { tenant: ManagedTenant; onClose(): void }) {
  const t = useTexts(tenantTexts)
  const { client } = useClient()
  // of what was opened: the page may fetch the tenant anew while somebody types
  const [version, setVersion] = useState(tenant.version)
  const [current, setCurrent] = useState<ManagedTenant>()
  const { name, supportEmail, timeZone } = tenant
  const form = useSchemaForm(tenantDetails, {
    ...{ name, supportEmail, timeZone },
    locale: tenantLocales.find((one) => one === tenant.locale) ?? tenantLocales[0],
  })
  const save = useAction(updateTenant, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.saved, tone: 'success' })
      onClose()
    },
    onProblem: async (problem) => {
      if (problem.code !== 'resource.stale') return
      const found = await client.send(readManagedTenant, { params: { id: tenant.id } })
      setCurrent(found)
      setVersion(found.version)
    },
  })
  const problem = save.problem?.code === 'resource.stale' ? null : save.problem
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.editTitle}
      keepsOpenOutside
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" form="edit-tenant" loading={save.isRunning}>
            {t.save}
          </Button>
        </>
      }
    >
      <Form
        id="edit-tenant"
        form={form}
        problem={problem}
        onSubmit={(body) => save.run({ params: { id: tenant.id }, body: { ...body, version } })}
      >
        {current !== undefined && (
          <p className={classes.hint} role="alert">
            {t.stale}
          </p>
        )}
        <TenantFields current={current} />
      </Form>
    </Dialog>
  )
}

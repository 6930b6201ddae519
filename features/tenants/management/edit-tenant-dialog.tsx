import { useAction, useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { changedByThemAlone, isAlike, StaleNote } from '@counterfoil/kit/web/form/stale-note.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useState } from 'react'
import type { z } from 'zod'
import { TenantFields } from './tenant-fields.tsx'
import {
  type ManagedTenant,
  readManagedTenant,
  tenantDetails,
  tenantLocales,
  updateTenant,
} from './tenants.contract.ts'
import { tenantTexts } from './tenants.messages.ts'

const fields = ['name', 'supportEmail', 'timeZone', 'locale'] as const

/** Changes a tenant; when another user saved first, shows both versions. */
export function EditTenantDialog({ tenant, onClose }: { tenant: ManagedTenant; onClose(): void }) {
  const t = useTexts(tenantTexts)
  const { client } = useClient()
  // the tenant as it was opened: the page may fetch it again while the user types
  const [opened] = useState(tenant)
  const [current, setCurrent] = useState<ManagedTenant>()
  const form = useSchemaForm(tenantDetails, {
    ...{ name: tenant.name, supportEmail: tenant.supportEmail, timeZone: tenant.timeZone },
    locale: tenantLocales.find((one) => one === tenant.locale) ?? tenantLocales[0],
  })
  const update = useAction(updateTenant, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.saved, tone: 'success' })
      onClose()
    },
    onProblem: async (problem) => {
      if (problem.code !== 'resource.stale') return
      const now = await client.send(readManagedTenant, { params: { id: tenant.id } })
      const versions = { base: current ?? opened, mine: form.getValues(), theirs: now }
      for (const name of changedByThemAlone(fields, versions)) {
        form.setValue(name, now[name] as never)
      }
      setCurrent(now)
    },
  })
  const save = (values: z.infer<typeof tenantDetails>, { version } = opened) =>
    update.run({ params: { id: tenant.id }, body: { ...values, version } })
  const problem = update.problem?.code === 'resource.stale' ? null : update.problem
  const typedValues = form.watch()
  const inWords = (name: (typeof fields)[number], value: string) =>
    name === 'locale' && (value === 'en' || value === 'tr') ? t[value] : value
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.editTitle}
      keepsOpenOutside
      action={{ label: t.save, form: 'edit-tenant', isRunning: update.isRunning }}
    >
      <Form id="edit-tenant" form={form} problem={problem} onSubmit={(values) => save(values)}>
        {current !== undefined && (
          <StaleNote
            isMerged
            differing={fields
              .filter((name) => !isAlike(typedValues[name], current[name]))
              .map((name) => ({
                ...{ name, label: t[name], mine: inWords(name, typedValues[name]) },
                theirs: inWords(name, current[name]),
              }))}
            onKeepMine={form.handleSubmit((values) => save(values, current))}
            onTakeTheirs={onClose}
          />
        )}
        <TenantFields languages={[...tenant.languages, tenant.locale]} timeZone={tenant.timeZone} />
      </Form>
    </Dialog>
  )
}

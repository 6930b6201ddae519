import { MerchantSelect } from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { useCrumb } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { type PermissionChoice, PermissionPicker } from './permission-picker.tsx'
import { RoleComparison } from './role-comparison.tsx'
import classes from './role-page.module.css'
import { RoleStart } from './role-start.tsx'
import { RoleVersions } from './role-versions.tsx'
import { type Role, readRole, removeRole } from './roles.contract.ts'
import { roleTexts } from './roles.messages.ts'
import { type RoleFormInput, type RoleFormValues, roleForm, useSaveRole } from './use-save-role.tsx'

/** An existing role, or with the id `new` the form of a new one. */
export default function RolePage() {
  const t = useTexts(roleTexts)
  const { id = 'new' } = useParams()
  const [search] = useSearchParams()
  const isNew = id === 'new'
  const { data, error, refetch } = useCall(
    readRole,
    { params: { id } },
    { enabled: !isNew, quiet: true },
  )
  useCrumb(isNew ? t.createTitle : data?.name)
  if (isNew) return <RoleForm kind={kindOf(search.get('type'))} />
  // the form keeps the role as it was opened, whatever is fetched meanwhile, until it is saved or the stored one is taken
  if (data !== undefined) return <ExistingRole key={data.id} role={data} />
  return (
    <Page title={t.title}>
      {error === null ? (
        <LoadingLines lines={8} />
      ) : (
        <ErrorState problem={error} onRetry={() => refetch()} />
      )}
    </Page>
  )
}

const kindOf = (text: string | null): Audience =>
  text === 'tenant' || text === 'platform' ? text : 'merchant'

function ExistingRole({ role }: { role: Role }) {
  const [openedRole, open] = useState(role)
  return <RoleForm kind={openedRole.userType} role={openedRole} onOpen={open} />
}

const valuesOf = (role?: Role) => ({
  name: role?.name ?? '',
  permissions: role?.permissions ?? [],
  scaRequiredPermissions: role?.scaRequiredPermissions ?? [],
  ...(role === undefined ? { tenantId: null, merchantId: null } : {}),
})

function RoleForm({
  kind,
  role,
  onOpen,
}: {
  kind: Audience
  role?: Role
  /** The form now edits this version of the role; typed values stay. */
  onOpen?: (role: Role) => void
}) {
  const t = useTexts(roleTexts)
  const form = useSchemaForm<RoleFormInput, RoleFormValues>(roleForm, valuesOf(role))
  const settled = useRef(false)
  const save = useSaveRole(kind, role, {
    onCreated: () => {
      settled.current = true
    },
    onSaved: (saved) => {
      form.reset(valuesOf(saved), { keepValues: true })
      onOpen?.(saved)
    },
  })
  const isDisabled = role !== undefined && !role.isEditable
  const choose = ({ permissions, scaRequiredPermissions }: PermissionChoice) => {
    form.setValue('permissions', [...permissions], { shouldDirty: true })
    form.setValue('scaRequiredPermissions', [...scaRequiredPermissions], { shouldDirty: true })
  }
  const names = { tenant: t.ofTenant, merchant: t.ofMerchant, platform: t.ofPlatform }
  const { current: storedRole } = save
  return (
    <Page
      title={role?.name ?? t.createTitle}
      description={`${names[kind]}${role?.merchantName ? ` · ${role.merchantName}` : ''}`}
      actions={
        role && (
          <>
            <AuditLink recordType="role" recordId={role.id} />
            <Button
              component={Link}
              to={`../new?type=${role.userType}&from=${role.id}`}
              relative="path"
              size="xs"
              variant="default"
            >
              {t.copy}
            </Button>
            {role.isEditable && !role.isAdministrator && <RemoveRoleButton role={role} />}
          </>
        )
      }
    >
      <Form
        form={form}
        about={`role ${kind}`}
        problem={storedRole === undefined ? save.problem : null}
        settled={settled}
        keepsLeft
        onSubmit={(values) => save.run(values)}
      >
        <div className={classes.form}>
          {storedRole !== undefined && (
            <ScrollIntoView key={storedRole.version}>
              <RoleVersions
                mine={chosenPermissions(form.getValues())}
                current={storedRole}
                onKeepMine={form.handleSubmit((values) => save.run(values, storedRole.version))}
                onTakeTheirs={() => {
                  form.reset(valuesOf(storedRole))
                  save.forget()
                  onOpen?.(storedRole)
                }}
              />
            </ScrollIntoView>
          )}
          <Section>
            <div className={classes.head}>
              <TextField name="name" label={t.name} isRequired isDisabled={isDisabled} />
              {role === undefined && <RoleOwnerFields kind={kind} />}
              {role === undefined && <RoleStart kind={kind} onStart={choose} />}
            </div>
            <p className={classes.hint}>
              {isDisabled
                ? t.readOnly
                : role?.isAdministrator === true
                  ? t.administratorHint
                  : t.codeHint}
            </p>
          </Section>
          <PermissionPicker
            audience={kind}
            value={chosenPermissions(form.watch())}
            onChange={choose}
            isFixed={role?.isAdministrator === true}
            isDisabled={isDisabled}
          />
          {!isDisabled && (
            <div className={classes.actions}>
              <Button type="submit" loading={save.isRunning}>
                {t.save}
              </Button>
            </div>
          )}
        </div>
      </Form>
      {role !== undefined && <RoleComparison role={role} />}
    </Page>
  )
}

const chosenPermissions = ({ name, permissions, scaRequiredPermissions = [] }: RoleFormInput) => ({
  ...{ name, permissions, scaRequiredPermissions },
})

/** Scrolls its children into view and focuses them, as they appear far from the button that was pressed. */
function ScrollIntoView({ children }: { children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'center' })
    note.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={note} tabIndex={-1}>
      {children}
    </div>
  )
}

/** The owner of a new role: platform staff choose the tenant, tenants one merchant or all. */
function RoleOwnerFields({ kind }: { kind: Audience }) {
  const t = useTexts(roleTexts)
  const { audience, tenantId: ownTenantId } = useUser()
  const { tenants } = useUserContext()
  const { control } = useFormContext<RoleFormInput>()
  const { field: merchant } = useController({ control, name: 'merchantId' })
  const choices = tenants
    .filter(({ id }) => id !== ownTenantId)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      {audience === 'platform' && kind !== 'platform' && (
        <SelectField name="tenantId" label={t.tenant} choices={choices} />
      )}
      {audience === 'tenant' && kind === 'merchant' && (
        <MerchantSelect
          label={t.merchant}
          placeholder={t.everyMerchant}
          value={merchant.value ?? null}
          onChange={merchant.onChange}
        />
      )}
    </>
  )
}

function RemoveRoleButton({ role }: { role: Role }) {
  const t = useTexts(roleTexts)
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const remove = useAction(removeRole, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.removed, tone: 'success' })
      navigate(pathname.replace(/\/[^/]+$/, ''), { replace: true })
    },
  })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t.remove}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => remove.run({ params: { type: role.userType, id: role.id } })}
        title={t.removeTitle}
        text={t.removeText}
        confirmLabel={t.remove}
        isDangerous
        isRunning={remove.isRunning}
        problem={remove.problem}
      />
    </>
  )
}

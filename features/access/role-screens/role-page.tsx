import {
  createRole,
  type Role,
  readRole,
  removeRole,
  updateRole,
} from '@counterfoil/features/access/roles/roles.contract.ts'
import { AuditLink } from '@counterfoil/kit/web/audit-link.tsx'
import { useCrumb } from '@counterfoil/kit/web/breadcrumbs.ts'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/dialog.tsx'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Page, Section } from '@counterfoil/kit/web/page.tsx'
import { showSnackbar } from '@counterfoil/kit/web/snackbar.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/states.tsx'
import { useAction, useCall } from '@counterfoil/kit/web/use-call.ts'
import { type Audience, useUser, useUserContext } from '@counterfoil/kit/web/user.tsx'
import { Button, Select } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { type Chosen, PermissionPicker } from './permission-picker.tsx'
import classes from './role-page.module.css'
import { roleTexts } from './roles.messages.ts'

/** A role: `new`, or one there is. */
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
  if (data !== undefined) return <RoleForm key={data.version} kind={data.userType} role={data} />
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

function RoleForm({ kind, role }: { kind: Audience; role?: Role }) {
  const t = useTexts(roleTexts)
  const [name, setName] = useState(role?.name ?? '')
  const [chosen, setChosen] = useState<Chosen>({
    permissions: role?.permissions ?? [],
    scaRequiredPermissions: role?.scaRequiredPermissions ?? [],
  })
  const owner = useOwner(kind)
  const save = useSaving(kind, role)
  const isDisabled = role !== undefined && !role.isEditable
  const names = { tenant: t.ofTenant, merchant: t.ofMerchant, platform: t.ofPlatform }

  function submit(event: FormEvent) {
    event.preventDefault()
    void save.run({ name, ...chosen, ...owner.body })
  }
  return (
    <Page
      title={role?.name ?? t.createTitle}
      description={`${names[kind]}${role?.merchantName ? ` · ${role.merchantName}` : ''}`}
      actions={
        role && (
          <>
            <AuditLink recordType="role" recordId={role.id} />
            {role.isEditable && !role.isAdministrator && <Removal role={role} />}
          </>
        )
      }
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        <Section>
          <div className={classes.head}>
            <RuledInput
              rule={inputRules.other}
              label={t.name}
              withAsterisk
              disabled={isDisabled}
              value={name}
              onValue={setName}
            />
            {role === undefined && owner.node}
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
          value={chosen}
          onChange={setChosen}
          isFixed={role?.isAdministrator === true}
          isDisabled={isDisabled}
        />
        <ProblemNote problem={save.problem} />
        {!isDisabled && (
          <div className={classes.actions}>
            <Button type="submit" loading={save.isRunning} disabled={name.trim() === ''}>
              {t.save}
            </Button>
          </div>
        )}
      </form>
    </Page>
  )
}

interface Wish extends Chosen {
  readonly name: string
  readonly merchantId?: string | null
  readonly tenantId?: string
}

function useSaving(kind: Audience, role: Role | undefined) {
  const t = useTexts(roleTexts)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const done = () => showSnackbar({ message: t.saved, tone: 'success' })
  const create = useAction(createRole, {
    quiet: true,
    onDone: ({ id }) => {
      done()
      navigate(pathname.replace(/new$/, id), { replace: true })
    },
  })
  const update = useAction(updateRole, { quiet: true, onDone: done })
  const lists = ({ permissions, scaRequiredPermissions }: Chosen) => ({
    permissions: [...permissions],
    scaRequiredPermissions: [...scaRequiredPermissions],
  })
  return {
    problem: role === undefined ? create.problem : update.problem,
    isRunning: create.isRunning || update.isRunning,
    run: (wish: Wish) =>
      role === undefined
        ? create.run({ params: { type: kind }, body: { ...wish, ...lists(wish) } })
        : update.run({
            params: { type: kind, id: role.id },
            body: { name: wish.name, ...lists(wish), version: role.version },
          }),
  }
}

/** Whose the new role is: of which tenant, where the platform makes it, and of one merchant or of all. */
function useOwner(kind: Audience) {
  const t = useTexts(roleTexts)
  const { audience, tenantId: own } = useUser()
  const { customers, tenants } = useUserContext()
  const [tenantId, setTenant] = useState<string | null>(null)
  const [merchantId, setMerchant] = useState<string | null>(null)
  const asksTenant = audience === 'platform' && kind !== 'platform'
  const asksMerchant = audience === 'tenant' && kind === 'merchant'
  const node = (
    <>
      {asksTenant && (
        <Select
          label={t.tenant}
          searchable
          value={tenantId}
          data={tenants
            .filter(({ id }) => id !== own)
            .map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setTenant}
        />
      )}
      {asksMerchant && (
        <Select
          label={t.merchant}
          placeholder={t.everyMerchant}
          searchable
          clearable
          value={merchantId}
          data={customers.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setMerchant}
        />
      )}
    </>
  )
  const body = {
    ...(asksTenant && tenantId !== null ? { tenantId } : {}),
    ...(asksMerchant ? { merchantId } : {}),
  }
  return { node, body }
}

function Removal({ role }: { role: Role }) {
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

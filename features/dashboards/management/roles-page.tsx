import '@counterfoil/kit/web/theme/input-styles.ts'
import { defaultDashboards } from '@counterfoil/features/dashboards/widgets/default-widgets.rules.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import {
  type CategoryWithWidgets,
  dashboardCalls,
  type ManagedRole,
} from './management.contract.ts'
import { managementTexts } from './management.messages.ts'
import classes from './management.module.css'
import { concerns } from './widget-audience.rules.ts'
import { WidgetOrder } from './widget-order.tsx'

/** What the roles of operators, or of merchants' people, are given. */
export function RolesPage({ side }: { side: 'tenant' | 'merchant' }) {
  const t = useTexts(managementTexts)
  const roles = useCall(dashboardCalls.listRoles, {})
  const widgets = useCall(dashboardCalls.listOfRoles, { query: {} })
  const [chosen, setChosen] = useState<string>()
  // of each role what was not saved yet: it is still there after a look at another role
  const [drafts, setDrafts] = useState<Readonly<Record<string, readonly string[]>>>({})
  const own = roles.data?.data.filter(
    ({ userType }) => (userType === 'merchant') === (side === 'merchant'),
  )
  const roleLabel = ({ name, merchantName, userCount }: ManagedRole) =>
    [merchantName, name, t.users({ count: userCount })].filter(Boolean).join(' · ')
  const role = own?.find(({ roleId }) => roleId === chosen) ?? own?.[0]
  return (
    <Page title={side === 'merchant' ? t.merchantRoles : t.tenantRoles}>
      {(own === undefined || widgets.data === undefined) && <LoadingLines lines={6} />}
      {own?.length === 0 && <EmptyState title={t.noRoles} />}
      {role !== undefined && widgets.data !== undefined && (
        <>
          <Select
            className={classes.field}
            label={t.role}
            searchable
            allowDeselect={false}
            limit={100}
            data={own?.map((one) => ({ value: one.roleId, label: roleLabel(one) }))}
            value={role.roleId}
            onChange={(roleId) => setChosen(roleId ?? undefined)}
          />
          <RoleWidgets
            key={JSON.stringify([role.roleId, role.widgetIds])}
            role={role}
            side={side}
            categories={widgets.data.data}
            draft={drafts[role.roleId]}
            onDraft={(ids) => {
              const { [role.roleId]: _, ...others } = drafts
              setDrafts(ids === undefined ? others : { ...others, [role.roleId]: ids })
            }}
          />
        </>
      )}
    </Page>
  )
}

function RoleWidgets(props: {
  role: ManagedRole
  side: 'tenant' | 'merchant'
  categories: readonly CategoryWithWidgets[]
  /** What was chosen and not saved yet. */
  draft: readonly string[] | undefined
  onDraft(ids: readonly string[] | undefined): void
}) {
  const t = useTexts(managementTexts)
  const translate = useTranslate()
  const { role, side, categories, draft, onDraft } = props
  const all = categories
    .flatMap(({ widgets }) => widgets)
    .filter((one) => concerns(one, [role.userType]))
  // one who changes the product's dashboard begins with it
  const ids =
    draft ??
    role.widgetIds ??
    defaultDashboards[role.userType].filter((id) => all.some((one) => one.widgetId === id))
  const call = side === 'merchant' ? dashboardCalls.giveMerchantRole : dashboardCalls.giveTenantRole
  const may = useMayCall(call)
  const give = useAction(call, {
    onDone: () => {
      onDraft(undefined)
      showSnackbar({ message: t.saved, tone: 'success' })
    },
  })
  return (
    <Section title={[role.merchantName, role.name].filter(Boolean).join(' · ')}>
      <p className={classes.muted}>{role.widgetIds === null ? t.defaultText : t.limits}</p>
      <WidgetOrder
        widgets={all.map(({ widgetId, title }) => ({ id: widgetId, name: translate(title) }))}
        ids={ids}
        onChange={onDraft}
      />
      {may && (
        <p className={classes.buttons}>
          <Button
            size="xs"
            loading={give.isRunning}
            disabled={ids.length === 0}
            onClick={() => give.run({ body: { roleId: role.roleId, widgetIds: [...ids] } })}
          >
            {t.save}
          </Button>
          {role.widgetIds !== null && (
            <Button
              size="xs"
              variant="default"
              onClick={() => give.run({ body: { roleId: role.roleId, widgetIds: null } })}
            >
              {t.reset}
            </Button>
          )}
        </p>
      )}
    </Section>
  )
}

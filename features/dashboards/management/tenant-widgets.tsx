import '@counterfoil/kit/web/theme/input-styles.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { type CategoryWithWidgets, dashboardCalls } from './management.contract.ts'
import { managementTexts } from './management.messages.ts'
import classes from './management.module.css'
import { audiencesOf, concerns } from './widget-audience.rules.ts'
import { WidgetOrder } from './widget-order.tsx'

/** What the platform gives each tenant: widgets of the product, and copies of its own. */
export function TenantWidgets() {
  const t = useTexts(managementTexts)
  const { tenants, user } = useUserContext()
  const others = tenants.filter(({ id }) => id !== user.tenantId)
  const [chosen, setChosen] = useState<string>()
  const tenantId = chosen ?? others[0]?.id
  const list = useCall(
    dashboardCalls.listOfTenant,
    { params: { tenantId: tenantId ?? '' } },
    { enabled: tenantId !== undefined },
  )
  if (tenantId === undefined) return null
  return (
    <Section title={t.tenants}>
      <Select
        className={classes.field}
        label={t.giveTenant}
        searchable
        allowDeselect={false}
        limit={100}
        value={tenantId}
        onChange={(id) => setChosen(id ?? undefined)}
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {list.data === undefined ? (
        <LoadingLines lines={4} />
      ) : (
        <Choice key={JSON.stringify(list.data)} tenantId={tenantId} categories={list.data.data} />
      )}
    </Section>
  )
}

function Choice(props: { tenantId: string; categories: readonly CategoryWithWidgets[] }) {
  const t = useTexts(managementTexts)
  const translate = useTranslate()
  const all = props.categories
    .flatMap(({ widgets }) => widgets)
    .filter((one) => concerns(one, audiencesOf('tenant')))
  const [ids, setIds] = useState<readonly string[]>(() =>
    all.filter(({ isAvailable }) => isAvailable).map(({ widgetId }) => widgetId),
  )
  const give = useAction(dashboardCalls.giveTenant, {
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  return (
    <>
      <WidgetOrder
        isOrdered={false}
        widgets={all.map(({ widgetId, title }) => ({ id: widgetId, name: translate(title) }))}
        ids={ids}
        onChange={setIds}
      />
      <p className={classes.buttons}>
        <Button
          size="xs"
          loading={give.isRunning}
          onClick={() =>
            give.run({ params: { tenantId: props.tenantId }, body: { widgetsIds: [...ids] } })
          }
        >
          {t.saveTenant}
        </Button>
      </p>
    </>
  )
}

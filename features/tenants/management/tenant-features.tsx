import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Switch.layer.css'
import type { FeatureName } from '@counterfoil/kit/contract/features.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { featureTexts, whatStops } from './tenant-features.messages.ts'
import { type readManagedTenant, setTenantFeatures } from './tenants.contract.ts'
import { tenantTexts } from './tenants.messages.ts'
import classes from './tenants.module.css'

type Tenant = AnswerOf<typeof readManagedTenant>

/** The switched-off features after one was switched. */
const featuresAfterSwitch = (tenant: Tenant, name: FeatureName, isOn: boolean) => ({
  params: { id: tenant.id },
  body: {
    off: tenant.features
      .filter((each) => (each.name === name ? !isOn : !each.isOn))
      .map((each) => each.name),
  },
})

/** The features of the tenant; each switch is saved at once, and switching off is confirmed first. */
export function TenantFeatures({ tenant }: { tenant: Tenant }) {
  const t = useTexts(tenantTexts)
  const mayEdit = useMay('Platform.Tenants.Features.Edit')
  const [toConfirm, setToConfirm] = useState<FeatureName>()
  const save = useAction(setTenantFeatures, {
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  const labelOf = (name: FeatureName) => (name === 'branding' ? t.brandingFeature : t[name])
  return (
    <Section title={t.features}>
      <p className={classes.hint}>{t.featuresHint}</p>
      <div className={classes.features}>
        {tenant.features.map(({ name, isOn }) => (
          <Switch
            key={name}
            label={labelOf(name)}
            checked={isOn}
            disabled={!mayEdit || save.isRunning}
            onChange={() =>
              isOn ? setToConfirm(name) : void save.run(featuresAfterSwitch(tenant, name, true))
            }
          />
        ))}
      </div>
      {toConfirm !== undefined && (
        <SwitchOffDialog
          tenant={tenant}
          name={toConfirm}
          label={labelOf(toConfirm)}
          onClose={() => setToConfirm(undefined)}
        />
      )}
    </Section>
  )
}

function SwitchOffDialog(props: {
  tenant: Tenant
  name: FeatureName
  label: string
  onClose(): void
}) {
  const t = useTexts(tenantTexts)
  const own = useTexts(featureTexts)
  const translate = useTranslate()
  const save = useAction(setTenantFeatures, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.saved, tone: 'success' })
      props.onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={props.onClose}
      onConfirm={() => save.run(featuresAfterSwitch(props.tenant, props.name, false))}
      title={own.turnOffTitle({ name: props.label })}
      text={translate(whatStops[props.name])}
      confirmLabel={own.turnOff}
      isDangerous
      isRunning={save.isRunning}
      problem={save.problem}
    />
  )
}

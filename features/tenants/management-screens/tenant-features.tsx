import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Switch.layer.css'
import {
  type readManagedTenant,
  setTenantFeatures,
} from '@counterfoil/features/tenants/management/tenants.contract.ts'
import type { AnswerOf } from '@counterfoil/kit/web/call.ts'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Section } from '@counterfoil/kit/web/page.tsx'
import { showSnackbar } from '@counterfoil/kit/web/snackbar.tsx'
import { useAction } from '@counterfoil/kit/web/use-call.ts'
import { useMay } from '@counterfoil/kit/web/user.tsx'
import { Switch } from '@mantine/core'
import { tenantTexts } from './tenants.messages.ts'
import classes from './tenants.module.css'

/** What the tenant may use; each switch is saved at once. */
export function TenantFeatures({ tenant }: { tenant: AnswerOf<typeof readManagedTenant> }) {
  const t = useTexts(tenantTexts)
  const mayEdit = useMay('Platform.Tenants.Features.View')
  const save = useAction(setTenantFeatures, {
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  const turn = (turned: string, isOn: boolean) =>
    save.run({
      params: { id: tenant.id },
      body: {
        off: tenant.features
          .filter((each) => (each.name === turned ? !isOn : !each.isOn))
          .map(({ name }) => name),
      },
    })
  return (
    <Section title={t.features}>
      <p className={classes.hint}>{t.featuresHint}</p>
      <div className={classes.features}>
        {tenant.features.map(({ name, isOn }) => (
          <Switch
            key={name}
            label={name === 'branding' ? t.brandingFeature : t[name]}
            checked={isOn}
            disabled={!mayEdit || save.isRunning}
            onChange={(event) => turn(name, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Section>
  )
}

import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Switch.layer.css'
import type { FeatureName } from '@counterfoil/kit/contract/features.ts'
import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { ScreenContext } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState } from '@counterfoil/kit/web/page/states.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Switch, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { FeatureEffects, permissionsTakenBy, screensTakenBy } from './feature-effects.tsx'
import { featureGroups, featureTexts, whatStops } from './tenant-features.messages.ts'
import { type readManagedTenant, switchTenantFeature } from './tenants.contract.ts'
import { tenantTexts } from './tenants.messages.ts'
import classes from './tenants.module.css'

type Tenant = AnswerOf<typeof readManagedTenant>

/** The features of the tenant, with what goes with each; a switch is saved at once, switching off is confirmed first. */
export function TenantFeatures({ tenant }: { tenant: Tenant }) {
  const t = useTexts(tenantTexts)
  const own = useTexts(featureTexts)
  const mayEdit = useMay('Platform.Tenants.Features.Edit')
  const [toConfirm, setToConfirm] = useState<FeatureName>()
  const [search, setSearch] = useState('')
  const matches = useMatches(search)
  const save = useAction(switchTenantFeature, {
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  const isOn = new Map(tenant.features.map((each) => [each.name, each.isOn]))
  const groups = featureGroups
    .map(({ title, names }) => ({
      title,
      names: names.filter((name) => isOn.has(name) && matches(name)),
    }))
    .filter(({ names }) => names.length > 0)
  const change = (name: FeatureName) =>
    isOn.get(name)
      ? setToConfirm(name)
      : void save.run({ params: { id: tenant.id }, body: { name, isOn: true } })
  return (
    <Section title={t.features}>
      <p className={classes.hint}>{t.featuresHint}</p>
      <TextInput
        className={classes.find ?? ''}
        size="xs"
        type="search"
        aria-label={own.find}
        placeholder={own.find}
        leftSection={<IconSearch size={15} stroke={1.75} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {groups.length === 0 && <EmptyState title={own.none} />}
      {groups.map(({ title, names }) => (
        <section key={title} className={classes.featureGroup} aria-label={own[title]}>
          <h3>{own[title]}</h3>
          {names.map((name) => (
            <Feature
              key={name}
              name={name}
              isOn={isOn.get(name) === true}
              isDisabled={!mayEdit || save.isRunning}
              onChange={() => change(name)}
            />
          ))}
        </section>
      ))}
      {toConfirm !== undefined && (
        <SwitchOffDialog
          tenant={tenant}
          name={toConfirm}
          label={labelOf(t, toConfirm)}
          onClose={() => setToConfirm(undefined)}
        />
      )}
    </Section>
  )
}

type TenantTexts = InOneLanguage<typeof tenantTexts>
const labelOf = (t: TenantTexts, name: FeatureName) =>
  name === 'branding' ? t.brandingFeature : t[name]

/** Finds features by their name, by their pages and by their permissions. */
function useMatches(search: string): (name: FeatureName) => boolean {
  const t = useTexts(tenantTexts)
  const translate = useTranslate()
  const { screens } = useContext(ScreenContext)
  const wanted = foldText(search.trim())
  return (name) =>
    [
      labelOf(t, name),
      name,
      ...screensTakenBy(name, screens).map(({ title }) => translate(title)),
      ...permissionsTakenBy(name),
    ].some((text) => foldText(text).includes(wanted))
}

function Feature(props: {
  name: FeatureName
  isOn: boolean
  isDisabled: boolean
  onChange(): void
}) {
  const t = useTexts(tenantTexts)
  const own = useTexts(featureTexts)
  const { name } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.feature}>
      <div className={classes.switched}>
        <Switch
          label={labelOf(t, name)}
          checked={props.isOn}
          disabled={props.isDisabled}
          onChange={props.onChange}
        />
        <code>{name}</code>
      </div>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary aria-label={`${own.goes}: ${labelOf(t, name)}`}>{own.goes}</summary>
        {isOpen && <FeatureEffects name={name} />}
      </details>
    </div>
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
  const save = useAction(switchTenantFeature, {
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
      onConfirm={() =>
        save.run({ params: { id: props.tenant.id }, body: { name: props.name, isOn: false } })
      }
      title={own.turnOffTitle({ name: props.label })}
      text={
        <>
          <p>{translate(whatStops[props.name])}</p>
          <FeatureEffects name={props.name} />
        </>
      }
      confirmLabel={own.turnOff}
      isDangerous
      isRunning={save.isRunning}
      problem={save.problem}
    />
  )
}

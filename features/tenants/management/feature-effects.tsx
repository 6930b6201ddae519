import { featurePermissions } from '@counterfoil/features/access/roles/feature-permissions.rules.ts'
import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { PermissionList } from '@counterfoil/features/access/roles/roles.screens.ts'
import { type FeatureName, isOfFeature } from '@counterfoil/kit/contract/features.ts'
import { ScreenContext } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Suspense, useContext } from 'react'
import { backgroundWork, featureTexts } from './tenant-features.messages.ts'
import classes from './tenants.module.css'

/** What people of the tenant and its merchants can hold; the platform's own permissions stay. */
const held = new Set([...permissionsOf('tenant'), ...permissionsOf('merchant')])

export const permissionsTakenBy = (name: FeatureName): readonly string[] =>
  featurePermissions[name].filter((one) => held.has(one))

/** The screens that nobody of the tenant and its merchants opens without the feature. */
export const screensTakenBy = (name: FeatureName, screens: readonly Screen[]): readonly Screen[] =>
  screens.filter(
    ({ audience, permission, alsoPermission = [] }) =>
      audience.some((one) => one !== 'platform') &&
      [permission, ...alsoPermission].some((anyOf) => {
        const open = anyOf.filter((one) => held.has(one))
        return open.length > 0 && open.every((one) => isOfFeature(one, name))
      }),
  )

/** What goes with a feature: screens, permissions and background work. */
export function FeatureEffects({ name }: { name: FeatureName }) {
  const t = useTexts(featureTexts)
  const translate = useTranslate()
  const { screens } = useContext(ScreenContext)
  const titles = [...new Set(screensTakenBy(name, screens).map(({ title }) => translate(title)))]
  const permissions = permissionsTakenBy(name)
  const work = backgroundWork[name]
  return (
    <div className={classes.effects}>
      {titles.length > 0 && (
        <section>
          <h4>{t.screens({ count: titles.length })}</h4>
          <p>{titles.join(', ')}</p>
        </section>
      )}
      <section>
        <h4>{t.permissions({ count: permissions.length })}</h4>
        <Suspense fallback={<LoadingLines lines={permissions.length} />}>
          <PermissionList permissions={permissions} />
        </Suspense>
      </section>
      {work !== undefined && (
        <section>
          <h4>{t.background}</h4>
          <p>
            {translate(work.title)} <code>{work.job}</code>
          </p>
        </section>
      )}
    </div>
  )
}

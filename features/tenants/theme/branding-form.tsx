import type { readMyTenant } from '@counterfoil/features/access/sign-in-context/context.contract.ts'
import { layoutNames } from '@counterfoil/features/access/sign-in-context/preferences.contract.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ColourField } from '@counterfoil/kit/web/form/colour-field.tsx'
import { ChoiceField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { layoutTexts } from '@counterfoil/kit/web/page/layout-texts.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { defaultColours } from '@counterfoil/kit/web/theme/tenant-theme.ts'
import { useThemePreview } from '@counterfoil/kit/web/theme/theme-preview.ts'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { ContrastWarnings } from './contrast-warnings.tsx'
import { LogoField } from './logo-field.tsx'
import { SignInPreview } from './sign-in-preview.tsx'
import {
  saveTenantTheme,
  saveTheme,
  type ThemeChoice,
  themeChoice,
  themePermissions,
} from './theme.contract.ts'
import { themeTexts } from './theme.messages.ts'
import classes from './theme-settings.module.css'

type Branded = Pick<
  AnswerOf<typeof readMyTenant>,
  'tenantId' | 'tenantName' | 'themeSettings' | 'logo'
>

const colourNames = [
  'sidebarBackgroundColor',
  'headerBackgroundColor',
  'mainBackgroundColor',
  'primaryColor',
  'buttonsLinkColor',
  'textColor',
] as const

const productColours = {
  sidebarBackgroundColor: defaultColours.sidebar,
  headerBackgroundColor: defaultColours.header,
  mainBackgroundColor: defaultColours.main,
  primaryColor: defaultColours.primary,
  buttonsLinkColor: defaultColours.sidebar,
  textColor: defaultColours.text,
}

/** Whether the user may save the theme, and by which call: tenants their own, platform staff that of any tenant. */
function useThemeUpdate(tenantId: string, onDone: (answer: AnswerOf<typeof saveTheme>) => void) {
  const isOwn = useUser().tenantId === tenantId
  const mayEditOwn = useMay(themePermissions.edit)
  const mayEditAny = useMay('Platform.Tenants.Edit')
  const ownUpdate = useAction(saveTheme, { quiet: true, onDone })
  const otherUpdate = useAction(saveTenantTheme, { quiet: true, onDone })
  const save = isOwn ? ownUpdate : otherUpdate
  return {
    mayEdit: isOwn ? mayEditOwn : mayEditAny,
    problem: save.problem,
    isRunning: save.isRunning,
    run: (body: ThemeChoice) =>
      isOwn ? ownUpdate.run({ body }) : otherUpdate.run({ params: { id: tenantId }, body }),
  }
}

function choiceOf({ themeSettings }: Branded): ThemeChoice {
  const layoutName = layoutNames.find((each) => each === themeSettings.layoutName)
  const { buttonsLinkColorRGB: _, ...colours } = themeSettings
  return { ...colours, layoutName: layoutName ?? layoutNames[0] }
}

/** A tenant's colours, layout and logo; the whole portal previews them while they are chosen. */
export default function BrandingForm(tenant: Branded) {
  const t = useTexts(themeTexts)
  const layouts = useTexts(layoutTexts)
  const form = useSchemaForm(themeChoice, choiceOf(tenant))
  const save = useThemeUpdate(
    tenant.tenantId,
    ({ logo: _, buttonsLinkColorRGB: __, ...chosen }) => {
      form.reset({ ...chosen, logoFileId: undefined })
      showSnackbar({ message: t.saved, tone: 'success' })
    },
  )
  const { mayEdit } = save
  const chosen = form.watch()
  const key = JSON.stringify(chosen)
  // the same object until a value changes: each new object renders the portal again
  const previewed = useMemo(() => chosen, [key])
  useThemePreview(previewed)
  return (
    <Form form={form} problem={save.problem} onSubmit={save.run}>
      <fieldset disabled={!mayEdit} className={classes.columns}>
        <div>
          <Section title={t.colours}>
            <p className={classes.hint}>{t.preview}</p>
            <div className={classes.fields}>
              {colourNames.map((name) => (
                <ColourField key={name} name={name} label={t[name]} isDisabled={!mayEdit} />
              ))}
              <ChoiceField
                name="layoutName"
                label={t.layoutName}
                description={t.layoutHint}
                choices={layoutNames.map((value) => ({ value, label: layouts[value] }))}
              />
            </div>
            <ContrastWarnings settings={chosen} />
          </Section>
        </div>
        <div>
          <Section title={t.logo}>
            <LogoField tenantId={tenant.tenantId} logo={tenant.logo} isDisabled={!mayEdit} />
          </Section>
          <Section title={t.signIn}>
            <SignInPreview tenantName={tenant.tenantName} logo={tenant.logo} settings={chosen} />
          </Section>
        </div>
      </fieldset>
      {mayEdit && (
        <div className={classes.actions}>
          <Button type="submit" loading={save.isRunning} disabled={!form.formState.isDirty}>
            {t.save}
          </Button>
          <Button variant="default" disabled={!form.formState.isDirty} onClick={() => form.reset()}>
            {t.undo}
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              for (const name of colourNames) {
                form.setValue(name, productColours[name], { shouldDirty: true })
              }
            }}
          >
            {t.defaults}
          </Button>
        </div>
      )}
    </Form>
  )
}

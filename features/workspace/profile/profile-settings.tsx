import { LookSettings } from '@counterfoil/features/workspace/quick-panel/quick-panel.screens.ts'
import { timeZoneChoices } from '@counterfoil/kit/contract/time-zones.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ChoiceField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useScreen } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Facts, Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser, useViewAs } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconChevronRight, IconDeviceMobile, IconDevices, IconKey } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { profileChange, readProfile, updateProfile } from './profile.contract.ts'
import { profileTexts } from './profile.messages.ts'
import classes from './profile-settings.module.css'

type Profile = AnswerOf<typeof readProfile>

/** The user's own settings. Settings of the sign-in are on the identity provider's pages. */
export default function ProfileSettings() {
  const t = useTexts(profileTexts)
  const translate = useTranslate()
  const { title } = useScreen()
  const isOther = useViewAs() !== undefined
  if (!isOther) return <OwnSettings />
  return (
    <Page title={translate(title)}>
      <EmptyState title={t.notOwn} text={t.notOwnHint} />
    </Page>
  )
}

function OwnSettings() {
  const t = useTexts(profileTexts)
  const translate = useTranslate()
  const { data, error, refetch } = useCall(readProfile, {}, { quiet: true })
  return (
    <Page title={translate(useScreen().title)} description={t.about}>
      <div className={classes.columns}>
        <div>
          <Section title={t.person}>
            {data !== undefined ? (
              <Person profile={data} />
            ) : error === null ? (
              <LoadingLines lines={6} />
            ) : (
              <ErrorState problem={error} onRetry={() => refetch()} />
            )}
          </Section>
          <Section title={t.security} flush>
            <Security />
          </Section>
        </div>
        <Section title={t.look}>
          <Suspense fallback={<LoadingLines lines={6} />}>
            <LookSettings />
          </Suspense>
        </Section>
      </div>
    </Page>
  )
}

function Person({ profile }: { profile: Profile }) {
  const t = useTexts(profileTexts)
  const { merchantName, tenantName } = useUser()
  const { firstName, lastName, timeZone } = profile
  const form = useSchemaForm(profileChange, { firstName, lastName, timeZone })
  const save = useAction(updateProfile, {
    quiet: true,
    onDone: (saved) => {
      const { firstName, lastName, timeZone } = saved
      form.reset({ firstName, lastName, timeZone })
      showSnackbar({ message: t.saved, tone: 'success' })
    },
  })
  return (
    <>
      <Facts
        facts={[
          [t.email, profile.email],
          [t.organisation, merchantName ?? tenantName],
          [t.role, profile.roleName],
          [t.lastLogin, <DateTime key="at" value={profile.lastLoginTime} />],
        ]}
      />
      <hr className={classes.rule} />
      <Form form={form} problem={save.problem} onSubmit={(body) => save.run({ body })}>
        <div className={classes.fields}>
          <TextField name="firstName" label={t.firstName} isRequired autoComplete="given-name" />
          <TextField name="lastName" label={t.lastName} autoComplete="family-name" />
        </div>
        <ChoiceField
          name="timeZone"
          label={t.timeZone}
          none={t.organisationsZone({ zone: profile.tenantTimeZone })}
          choices={timeZoneChoices(profile.timeZone)}
        />
        <div>
          <Button type="submit" loading={save.isRunning} disabled={!form.formState.isDirty}>
            {t.save}
          </Button>
        </div>
      </Form>
    </>
  )
}

/** Links to the identity provider's pages. */
function Security() {
  const t = useTexts(profileTexts)
  const pages = [
    ['Password', t.password, t.passwordHint, IconKey],
    ['Authenticator', t.authenticator, t.authenticatorHint, IconDeviceMobile],
    ['Sessions', t.sessions, t.sessionsHint, IconDevices],
  ] as const
  return (
    <ul className={classes.pages}>
      {pages.map(([page, name, hint, Icon]) => (
        <li key={page}>
          <Link to={`/authentication/profile?page=${page}`}>
            <Icon size={18} stroke={1.6} aria-hidden />
            <span>
              <strong>{name}</strong>
              <small>{hint}</small>
            </span>
            <IconChevronRight size={16} stroke={1.75} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}

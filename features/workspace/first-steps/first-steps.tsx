import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { holdsAny, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { readFirstSteps, type StepName } from './first-steps.contract.ts'
import { firstStepTexts } from './first-steps.messages.ts'
import classes from './first-steps.module.css'

/** Where a step is done, and the right that its page asks for; a step of somebody else's has none. */
const places: Readonly<Partial<Record<StepName, readonly [path: string, right: string]>>> = {
  branding: ['/crm/settings/theme', 'Settings.GeneralSettings.Theme.View'],
  users: ['/crm/users/crm?invite=yes', 'manageCrmRoles'],
  merchants: ['/crm/organizations', 'CRM.Organization.View'],
  mids: ['/crm/settings/mid-managment', 'Settings.Mid.Management.View'],
  documents: ['/boarding/documents', 'viewMerchantPortalDocuments'],
  apiKey: ['/developer-settings/merchant-api-keys', 'Merchant.Settings.APIKeys'],
}

/** What is to be done before the organisation takes payments, with its progress; nothing once it does. */
export default function FirstSteps() {
  const t = useTexts(firstStepTexts)
  const user = useUser()
  const isFor =
    user.audience === 'merchant'
      ? user.processingStatus !== 'FullProcessing'
      : user.audience === 'tenant' && user.isAdministrator
  const { data } = useCall(readFirstSteps, {}, { enabled: isFor, quiet: true })
  const steps = data?.steps ?? []
  if (!isFor || steps.length === 0) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <div className={classes.around}>
      <Section
        title={t.title}
        actions={
          <span className={classes.progress}>{t.progress({ done, all: steps.length })}</span>
        }
      >
        <ol className={classes.steps}>
          {steps.map(({ name, isDone }) => {
            const [path, right] = places[name] ?? []
            const mayGo = !isDone && path !== undefined && holdsAny(user, [right ?? ''])
            const Icon = isDone ? IconCircleCheckFilled : IconCircle
            return (
              <li key={name} className={classes.step} data-done={isDone || undefined}>
                <Icon size={18} stroke={1.6} aria-label={isDone ? t.done : undefined} />
                {mayGo ? <Link to={path}>{t[name]}</Link> : t[name]}
              </li>
            )
          })}
        </ol>
      </Section>
    </div>
  )
}

import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import type { PersonRow } from '@counterfoil/features/access/people/people.contract.ts'
import {
  type EffectiveRights,
  saveMerchantLimit,
  saveMethodLimit,
  saveProviderLimit,
} from '@counterfoil/features/access/user-rights/user-rights.contract.ts'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Section } from '@counterfoil/kit/web/page.tsx'
import { showSnackbar } from '@counterfoil/kit/web/snackbar.tsx'
import { useAction } from '@counterfoil/kit/web/use-call.ts'
import { type NamedId, useMay, useUserContext } from '@counterfoil/kit/web/user.tsx'
import { MultiSelect } from '@mantine/core'
import classes from './user-page.module.css'
import { userTexts } from './users.messages.ts'

type Limit = EffectiveRights['limits']['merchants']

/** Records that the user is limited to. Each choice is saved at once. */
export function LimitsSection({ user, rights }: { user: PersonRow; rights: EffectiveRights }) {
  const t = useTexts(userTexts)
  const { customers, paymentMethods, serviceProviders } = useUserContext()
  const mayLimitMerchants = useMay('manageCrmRoles')
  const { limits, isManageable } = rights
  const common = { userId: user.id, isManageable }
  return (
    <Section title={t.limits}>
      <p className={classes.hint}>{t.limitsHint}</p>
      <div className={classes.limits}>
        {user.userType === 'tenant' && (
          <LimitField
            {...common}
            label={t.limitMerchants}
            limit={limits.merchants}
            choices={customers}
            endpoint={saveMerchantLimit}
            isManageable={isManageable && mayLimitMerchants}
          />
        )}
        <LimitField
          {...common}
          label={t.limitMethods}
          limit={limits.paymentMethods}
          choices={paymentMethods}
          endpoint={saveMethodLimit}
        />
        <LimitField
          {...common}
          label={t.limitProviders}
          limit={limits.serviceProviders}
          choices={serviceProviders}
          endpoint={saveProviderLimit}
        />
      </div>
    </Section>
  )
}

function LimitField(props: {
  userId: string
  label: string
  limit: Limit
  choices: readonly NamedId[]
  endpoint: typeof saveMerchantLimit | typeof saveMethodLimit | typeof saveProviderLimit
  isManageable: boolean
}) {
  const t = useTexts(userTexts)
  const save = useAction(props.endpoint, {
    quiet: true,
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  const known = new Map([...props.choices, ...props.limit.items].map(({ id, name }) => [id, name]))
  return (
    <MultiSelect
      label={props.label}
      placeholder={props.limit.isLimited ? '' : t.noLimit}
      data={[...known].map(([value, label]) => ({ value, label }))}
      value={props.limit.items.map(({ id }) => id)}
      searchable
      disabled={!props.isManageable || save.isRunning}
      error={save.problem?.message}
      onChange={(ids) => save.run({ params: { id: props.userId }, body: { ids } })}
    />
  )
}

import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MerchantsSelect } from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import {
  type NamedId,
  useMay,
  useUser,
  useUserContext,
} from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import classes from './user-page.module.css'
import {
  type UserAccess,
  updateMerchantLimit,
  updateMethodLimit,
  updateProviderLimit,
} from './user-permissions.contract.ts'
import type { UserRow } from './users.contract.ts'
import { methodNames, userTexts } from './users.messages.ts'

type Limit = UserAccess['limits']['merchants']

/** The merchants, methods and providers that the user is limited to. Each choice is saved at once. */
export function LimitsSection({ user, access }: { user: UserRow; access: UserAccess }) {
  const t = useTexts(userTexts)
  const { paymentMethods, serviceProviders } = useUserContext()
  const say = useTranslate()
  const mayLimitMerchants = useMay('manageCrmRoles')
  const { limits, isManageable } = access
  const inLanguage = ({ id, name }: NamedId) => ({ id, name: say(methodNames[id] ?? { en: name }) })
  const common = { user, version: access.version, isManageable }
  return (
    <Section title={t.limits}>
      <p className={classes.hint}>{t.limitsHint}</p>
      <div className={classes.limits}>
        {user.userType === 'tenant' && (
          <MerchantLimit
            user={user}
            version={access.version}
            limit={limits.merchants}
            isManageable={isManageable && mayLimitMerchants}
          />
        )}
        <LimitField
          {...common}
          label={t.limitMethods}
          without={t.withoutMethods}
          limit={{ ...limits.paymentMethods, items: limits.paymentMethods.items.map(inLanguage) }}
          choices={paymentMethods.map(inLanguage)}
          endpoint={updateMethodLimit}
        />
        <LimitField
          {...common}
          label={t.limitProviders}
          without={t.withoutProviders}
          limit={limits.serviceProviders}
          choices={serviceProviders}
          endpoint={updateProviderLimit}
        />
      </div>
    </Section>
  )
}

function MerchantLimit(props: {
  user: UserRow
  version: number
  limit: Limit
  isManageable: boolean
}) {
  const t = useTexts(userTexts)
  const { user, version, limit, isManageable } = props
  const isPlatform = useUser().audience === 'platform'
  const update = useLimitUpdate(updateMerchantLimit)
  const { change, question: confirmation } = useLimitChange(
    limit,
    t.withoutMerchants({ name: `${user.firstName} ${user.lastName}` }),
    (ids) => update.run({ params: { id: user.id }, body: { ids, version } }),
  )
  return (
    <>
      <MerchantsSelect
        label={t.limitMerchants}
        tenantId={isPlatform ? user.tenantId : undefined}
        placeholder={t.noLimit}
        value={limit.items.map(({ id }) => id)}
        known={limit.items}
        isDisabled={!isManageable || update.isRunning}
        problem={update.problem?.message}
        onChange={change}
      />
      {confirmation}
    </>
  )
}

/** No choice means no limit: removing the last one opens everything at once, so it is confirmed first. */
function useLimitChange(limit: Limit, text: string, update: (ids: string[]) => unknown) {
  const t = useTexts(userTexts)
  const [isAsking, setAsking] = useState(false)
  const change = (ids: string[]) => {
    if (ids.length > 0 || !limit.isLimited) update(ids)
    // opened after the key press that removed the last choice, which would otherwise press a button of the dialog
    else setTimeout(() => setAsking(true))
  }
  const confirmation = (
    <ConfirmDialog
      isOpen={isAsking}
      onClose={() => setAsking(false)}
      onConfirm={() => {
        setAsking(false)
        update([])
      }}
      title={t.liftTitle}
      text={text}
      confirmLabel={t.lift}
      isDangerous
    />
  )
  return { change, question: confirmation }
}

type UpdateLimitEndpoint =
  | typeof updateMerchantLimit
  | typeof updateMethodLimit
  | typeof updateProviderLimit

function useLimitUpdate(endpoint: UpdateLimitEndpoint) {
  const t = useTexts(userTexts)
  return useAction(endpoint, {
    quiet: true,
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
}

function LimitField(props: {
  user: UserRow
  version: number
  label: string
  /** What a user without this limit sees. */
  without(values: { name: string }): string
  limit: Limit
  choices: readonly NamedId[]
  endpoint: UpdateLimitEndpoint
  isManageable: boolean
}) {
  const t = useTexts(userTexts)
  const { user, limit, version } = props
  const update = useLimitUpdate(props.endpoint)
  const known = new Map([...props.choices, ...limit.items].map(({ id, name }) => [id, name]))
  const { change, question: confirmation } = useLimitChange(
    limit,
    props.without({ name: `${user.firstName} ${user.lastName}` }),
    (ids) => update.run({ params: { id: user.id }, body: { ids, version } }),
  )
  return (
    <>
      <MultiSelect
        label={props.label}
        placeholder={limit.isLimited ? '' : t.noLimit}
        data={[...known].map(([value, label]) => ({ value, label }))}
        value={limit.items.map(({ id }) => id)}
        searchable
        disabled={!props.isManageable || update.isRunning}
        error={update.problem?.message}
        onChange={change}
      />
      {confirmation}
    </>
  )
}

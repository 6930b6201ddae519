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
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import type { PersonRow } from './people.contract.ts'
import classes from './user-page.module.css'
import {
  type EffectiveRights,
  saveMerchantLimit,
  saveMethodLimit,
  saveProviderLimit,
} from './user-rights.contract.ts'
import { userTexts } from './users.messages.ts'

type Limit = EffectiveRights['limits']['merchants']

/** Records that the user is limited to. Each choice is saved at once. */
export function LimitsSection({ user, rights }: { user: PersonRow; rights: EffectiveRights }) {
  const t = useTexts(userTexts)
  const { paymentMethods, serviceProviders } = useUserContext()
  const mayLimitMerchants = useMay('manageCrmRoles')
  const { limits, isManageable } = rights
  const common = { user, version: rights.version, isManageable }
  return (
    <Section title={t.limits}>
      <p className={classes.hint}>{t.limitsHint}</p>
      <div className={classes.limits}>
        {user.userType === 'tenant' && (
          <MerchantLimit
            user={user}
            limit={limits.merchants}
            isManageable={isManageable && mayLimitMerchants}
          />
        )}
        <LimitField
          {...common}
          label={t.limitMethods}
          without={t.withoutMethods}
          limit={limits.paymentMethods}
          choices={paymentMethods}
          endpoint={saveMethodLimit}
        />
        <LimitField
          {...common}
          label={t.limitProviders}
          without={t.withoutProviders}
          limit={limits.serviceProviders}
          choices={serviceProviders}
          endpoint={saveProviderLimit}
        />
      </div>
    </Section>
  )
}

function MerchantLimit(props: { user: PersonRow; limit: Limit; isManageable: boolean }) {
  const t = useTexts(userTexts)
  const { user, limit, isManageable } = props
  const isForeign = useUser().audience === 'platform'
  const save = useSavedLimit(saveMerchantLimit)
  const { change, question } = useAskedLast(
    limit,
    t.withoutMerchants(`${user.firstName} ${user.lastName}`),
    (ids) => save.run({ params: { id: user.id }, body: { ids } }),
  )
  return (
    <>
      <MerchantsSelect
        label={t.limitMerchants}
        tenantId={isForeign ? user.tenantId : undefined}
        placeholder={limit.isLimited ? '' : t.noLimit}
        chosen={limit.items}
        isDisabled={!isManageable || save.isRunning}
        problem={save.problem?.message}
        onChange={change}
      />
      {question}
    </>
  )
}

/** Nothing chosen is no limit: the last one opens everything at once, so it does not go without a question. */
function useAskedLast(limit: Limit, text: string, save: (ids: string[]) => unknown) {
  const t = useTexts(userTexts)
  const [isAsking, setAsking] = useState(false)
  const change = (ids: string[]) => {
    if (ids.length > 0 || !limit.isLimited) save(ids)
    // after the key that took the last one away, which the question would take for its own
    else setTimeout(() => setAsking(true))
  }
  const question = (
    <ConfirmDialog
      isOpen={isAsking}
      onClose={() => setAsking(false)}
      onConfirm={() => {
        setAsking(false)
        save([])
      }}
      title={t.liftTitle}
      text={text}
      confirmLabel={t.lift}
      isDangerous
    />
  )
  return { change, question }
}

type SaveLimit = typeof saveMerchantLimit | typeof saveMethodLimit | typeof saveProviderLimit

function useSavedLimit(endpoint: SaveLimit) {
  const t = useTexts(userTexts)
  return useAction(endpoint, {
    quiet: true,
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
}

function LimitField(props: {
  user: PersonRow
  version: number
  label: string
  /** What follows when there is no such limit. */
  without(name: string): string
  limit: Limit
  choices: readonly NamedId[]
  endpoint: SaveLimit
  isManageable: boolean
}) {
  const t = useTexts(userTexts)
  const { user, limit, version } = props
  const save = useSavedLimit(props.endpoint)
  const known = new Map([...props.choices, ...limit.items].map(({ id, name }) => [id, name]))
  const { change, question } = useAskedLast(
    limit,
    props.without(`${user.firstName} ${user.lastName}`),
    (ids) => save.run({ params: { id: user.id }, body: { ids, version } }),
  )
  return (
    <>
      <MultiSelect
        label={props.label}
        placeholder={limit.isLimited ? '' : t.noLimit}
        data={[...known].map(([value, label]) => ({ value, label }))}
        value={limit.items.map(({ id }) => id)}
        searchable
        disabled={!props.isManageable || save.isRunning}
        error={save.problem?.message}
        onChange={change}
      />
      {question}
    </>
  )
}

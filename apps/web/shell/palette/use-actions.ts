import { requestSupport, supportLookups } from '@counterfoil/kit/web/session/support-request.tsx'
import { holdsAny, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMode } from '../../state/mode-provider.tsx'
import type { PaletteAction, RecordVerb } from './actions.rules.ts'
import { actionTexts } from './palette.messages.ts'

/** Where users are invited, and the rights for it. */
const userLists = {
  platform: [['/crm/users/crm', 'manageCrmRoles']],
  tenant: [
    ['/crm/users/crm', 'manageCrmRoles'],
    ['/crm/users/merchant', 'manageMerchantRoles'],
  ],
  merchant: [['/merchant/users/merchant-management', 'Merchant.UserManagement.Users']],
} as const

/** What the user can do from the palette now. */
export function useActions(): readonly PaletteAction[] {
  const t = useTexts(actionTexts)
  const user = useUser()
  const { mode, toggle, toggleMode } = useMode()
  const list = userLists[user.audience].find(([, right]) => holdsAny(user, [right]))
  const actions: (PaletteAction | undefined)[] = [
    toggle === 'enabled'
      ? {
          id: 'mode',
          name: mode === 'Live' ? t.toTest : t.toLive,
          words: t.modeWords,
          run: toggleMode,
        }
      : undefined,
    list && { id: 'invite', name: t.invite, words: t.inviteWords, to: `${list[0]}?invite=yes` },
    holdsAny(user, supportLookups)
      ? { id: 'ticket', name: t.ticket, words: t.ticketWords, run: () => requestSupport() }
      : undefined,
    {
      id: 'profile',
      name: t.profile,
      words: t.profileWords,
      to: user.audience === 'merchant' ? '/merchant/profile-settings' : '/tenant/profile-settings',
    },
    { id: 'logout', name: t.logout, words: t.logoutWords, to: '/logout' },
  ]
  return actions.filter((action) => action !== undefined)
}

const verbRights = { refund: 'Refund', capture: 'Capture', void: 'Void' } as const
const holders = { platform: 'Platform', tenant: 'CRM', merchant: 'Merchant' } as const

/** What the user can do with a payment from the palette. */
export function useVerbs(): readonly RecordVerb[] {
  const t = useTexts(actionTexts)
  const user = useUser()
  return (['refund', 'capture', 'void'] as const)
    .filter((id) => {
      const right = `${holders[user.audience]}.Transaction.Actions.${verbRights[id]}`
      return holdsAny(user, [right])
    })
    .map((id) => ({ id, name: t[id], words: `${id} ${t[`${id}Words`]}` }))
}

import { showNotificationsIn } from '@counterfoil/features/messaging/notifications/notification-dialogs.screens.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconFileDollar } from '@tabler/icons-react'
import { offerKindNames } from './offer-kinds.schema.ts'

const msg = messagesOf(import.meta.url)

// the documents know the two dialogs, and no page from which a merchant finds them again
export const screens: readonly Screen[] = [
  screen({
    id: 'boarding-offers',
    path: '/boarding/offers',
    title: msg('Proposals and agreements'),
    audience: ['merchant'],
    permission: [offerKindNames.proposal.answering, offerKindNames.agreement.answering],
    menu: { group: 'onboarding', order: 20, icon: IconFileDollar },
    component: () => import('./merchant-portal-offers.tsx'),
  }),
]

/** The offers to one merchant, for its page. */
export const MerchantOffers = lazyPart(() =>
  import('./merchant-offers.tsx').then((part) => part.MerchantOffers),
)

const dialog = () => import('./offer-dialog.tsx')
showNotificationsIn('Proposal', async () => ({ default: (await dialog()).ProposalDialog }))
showNotificationsIn('Agreement', async () => ({ default: (await dialog()).AgreementDialog }))

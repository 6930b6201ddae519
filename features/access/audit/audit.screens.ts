import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconHistory } from '@tabler/icons-react'

// not those of the page: every first page would carry them
const msg = messagesOf(import.meta.url)

/** The changes of one record have no page: they open in a panel beside any page. */
export const screens: readonly Screen[] = [
  screen({
    id: 'crm-settings-audit',
    path: '/crm/settings/audit',
    title: msg('Audit trail'),
    audience: ['platform', 'tenant'],
    permission: ['Settings.GeneralSettings.Audit.View'],
    menu: { group: 'settings', order: 146, icon: IconHistory },
    wide: true,
    component: () => import('./audit-trail.tsx'),
  }),
]

/** The panel of the audit outlet, loaded when it is first opened. */
export const AuditPanel = lazyPart(() => import('./audit-panel.tsx').then((file) => file.default))

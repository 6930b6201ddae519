import { logFailure } from '@counterfoil/kit/web/calls/log.ts'
import { useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar, snackbarMs } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { holdsAny, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useNavigate } from 'react-router'
import { actionPermissions, clickTarget } from './click-target.rules.ts'
import { dialogTypes } from './notification-dialogs.screens.ts'
import type { NotificationFeed } from './notification-feed.tsx'
import type { Notification } from './notifications.contract.ts'
import { notificationTexts } from './notifications.messages.ts'
import { downloadReport } from './report-download.tsx'

export interface OpenDialog {
  readonly type: string
  readonly recordId: string
}

/** Opens what a notification refers to: a download, a dialog, a screen or a page. */
export function useNotificationClick(options: {
  feed: NotificationFeed
  /** Closes the panel when something opens elsewhere. */
  onLeave(): void
  onDialog(dialog: OpenDialog): void
}): (notification: Notification) => void {
  const { feed, onLeave, onDialog } = options
  const { client } = useClient()
  const user = useUser()
  const navigate = useNavigate()
  const t = useTexts(notificationTexts)

  async function download(id: string, fileIds: readonly string[]) {
    try {
      await downloadReport(client, fileIds)
      await feed.markRead(id)
    } catch (cause) {
      logFailure('A report could not be downloaded', cause)
      feed.reportFailed(id)
    }
  }

  return (notification) => {
    const target = clickTarget(notification, dialogTypes(), window.location.origin)
    if (target.kind === 'none') return
    if (!holdsAny(user, actionPermissions[notification.notificationType] ?? [])) {
      showSnackbar({ message: t.noPermission, tone: 'error', durationMs: snackbarMs.default })
      return
    }
    switch (target.kind) {
      case 'invalid':
        logFailure('Invalid URL', notification.objectUrl)
        return
      case 'download':
        void download(notification.id, target.fileIds)
        return
      case 'dialog':
        onLeave()
        onDialog(target)
        return
      case 'screen':
        onLeave()
        void navigate(target.path)
        return
      case 'page':
        window.location.assign(target.url)
    }
  }
}

import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import type { ComponentType } from 'react'

/** The dialogs have no page. Other features register their dialogs here. */
export const screens: readonly Screen[] = []

/** A dialog that shows the record of a notification. */
export interface NotificationDialog {
  readonly recordId: string
  onClose(): void
}

type Load = () => Promise<{ default: ComponentType<NotificationDialog> }>

const dialogs = new Map<string, ReturnType<typeof lazyPart<NotificationDialog>>>()

/**
 * Makes notifications of a type open a dialog instead of a page. The feature of the record calls this in its
 * `*.screens.ts` (`showNotificationsIn('Proposal', () => import('./proposal-dialog.tsx'))`). The record is the last id
 * in the notification's objectUrl; a type without a dialog leads to its objectUrl.
 */
export function showNotificationsIn(type: string, load: Load): void {
  dialogs.set(
    type,
    lazyPart(() => load().then((file) => file.default)),
  )
}

export function dialogOf(type: string) {
  return dialogs.get(type)
}

export function dialogTypes(): ReadonlySet<string> {
  return new Set(dialogs.keys())
}

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Button } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import { useMay } from './user.tsx'

const msg = messagesOf(import.meta.url)

/** A transaction that a ticket is about. */
export interface SupportSubject {
  /** Its external id, or its id where it has none. */
  readonly key: string
  /** Whose it is, for platform staff, who raise tickets under a tenant. */
  readonly tenantId?: string | undefined
}

export interface SupportRequest {
  readonly about: readonly SupportSubject[]
}

/** Any one of them may raise tickets. */
export const supportLookups = [
  'CRM.Support.Lookup',
  'Merchant.Support.Lookup',
  'Platform.Support.Lookup',
] as const

let current: SupportRequest | null = null
const listeners = new Set<() => void>()

function set(next: SupportRequest | null) {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the Contact Support dialog, from anywhere. One that is open stays, and takes the record up. */
export function requestSupport(about: readonly SupportSubject[] = []): void {
  set({ about })
}

export function endSupportRequest(): void {
  set(null)
}

/** What was asked for last; null while the dialog is closed. */
export function useSupportRequest(): SupportRequest | null {
  return useSyncExternalStore(subscribe, () => current)
}

const texts = msg({ raise: 'Raise a ticket' })

/** Raises a ticket about the record that the page shows. */
export function SupportLink({ about }: { about: SupportSubject }) {
  const t = useTexts(texts)
  const mayAsk = useMay(...supportLookups)
  if (!mayAsk) return null
  return (
    <Button
      size="xs"
      variant="subtle"
      leftSection={<IconHelp size={16} stroke={1.75} aria-hidden />}
      onClick={() => requestSupport([about])}
    >
      {t.raise}
    </Button>
  )
}

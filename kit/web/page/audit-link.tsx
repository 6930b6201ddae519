import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useUser } from '../session/user.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { auditParameter, openAudit } from './audit-address.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({ changes: 'Changes' })

/** Opens who changed the record, when, and what. For operators: merchants are told nothing of it. */
export function AuditLink(props: {
  recordType: string
  recordId: string
  /** Which one, where several stand below each other; then it is small. */
  about?: string
}) {
  const t = useTexts(texts)
  const { audience } = useUser()
  const { search } = useLocation()
  if (audience === 'merchant') return null
  const asked = new URLSearchParams(search)
  asked.set(auditParameter, `${props.recordType}:${props.recordId}`)
  const link = { component: Link, to: { search: asked.toString() }, state: openAudit } as const
  const icon = <IconHistory size={16} stroke={1.75} aria-hidden />
  const { about } = props
  if (about !== undefined) {
    const name = `${t.changes}: ${about}`
    return (
      <ActionIcon {...link} size="sm" variant="subtle" aria-label={name} title={name}>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <Button {...link} size="xs" variant="subtle" leftSection={icon}>
      {t.changes}
    </Button>
  )
}

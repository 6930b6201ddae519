import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { messages, useTexts } from './i18n.tsx'
import { useUser } from './user.tsx'

/** The query value that opens the audit outlet beside whatever page is open: `?audit=payment:0190…`. */
export const auditParameter = 'audit'

/** Kept with the address that a link made, so that closing goes back to the page that it was opened on. */
export const openedHere = { auditOpenedHere: true } as const

const texts = messages({ changes: ['Changes', 'Değişiklikler'] })

/** Opens who changed the record, when, and what. For operators: merchants are told nothing of it. */
export function AuditLink(props: { recordType: string; recordId: string }) {
  const t = useTexts(texts)
  const { audience } = useUser()
  const { search } = useLocation()
  if (audience === 'merchant') return null
  const asked = new URLSearchParams(search)
  asked.set(auditParameter, `${props.recordType}:${props.recordId}`)
  return (
    <Button
      component={Link}
      to={{ search: asked.toString() }}
      state={openedHere}
      size="xs"
      variant="subtle"
      leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
    >
      {t.changes}
    </Button>
  )
}

import type { UserRow } from '@counterfoil/features/access/users/users.contract.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { enterView } from '@counterfoil/kit/web/session/view-as.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { startViewAs, viewAsInput } from './view-as.contract.ts'
import { viewAsTexts } from './view-as.messages.ts'
import { viewMinutes } from './view-as.rules.ts'

type User = Pick<
  UserRow,
  'id' | 'firstName' | 'lastName' | 'isActive' | 'merchantName' | 'tenantName'
>

/** Shown to those who may, on the page of somebody else who can sign in. */
export function ViewAsButton({ user }: { user: User }) {
  const t = useTexts(viewAsTexts)
  const own = useUser()
  const mayView = useMayCall(startViewAs)
  const [isAsking, setAsking] = useState(false)
  if (!mayView || !user.isActive || user.id === own.id) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconEye size={15} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t.view}
      </Button>
      {isAsking && <ViewAsDialog user={user} onClose={() => setAsking(false)} />}
    </>
  )
}

function ViewAsDialog({ user, onClose }: { user: User; onClose(): void }) {
  const t = useTexts(viewAsTexts)
  const name = `${user.firstName} ${user.lastName}`.trim()
  const form = useSchemaForm(viewAsInput, { userId: user.id, reason: '' })
  const start = useAction(startViewAs, { quiet: true, onDone: enterView })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.title({ name })}
      size="sm"
      keepsOpenOutside
      action={{ label: t.start({ name }), form: 'view-as', isRunning: start.isRunning }}
    >
      <Form
        id="view-as"
        form={form}
        problem={start.problem}
        onSubmit={(body) => start.run({ body })}
      >
        <p>{t.about({ name, minutes: viewMinutes })}</p>
        <TextField name="reason" label={t.reason} description={t.reasonHint} isRequired />
        <p>{t.recorded({ organisation: user.merchantName ?? user.tenantName })}</p>
      </Form>
    </Dialog>
  )
}

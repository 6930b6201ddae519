import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { askForAccess, readAccessRequest } from './access-requests.contract.ts'
import { accessRequestTexts } from './access-requests.messages.ts'

/** Asks the administrators who can give one of the permissions, or says when that was done. */
export function AskForAccess(props: {
  permissions: readonly string[]
  /** As its reader sees the page named. */
  page: string
  timeZone: string
}) {
  const { permissions, page, timeZone } = props
  const t = useTexts(accessRequestTexts)
  const query = { permissions: permissions.join(',') }
  const { data, error } = useCall(readAccessRequest, { query }, { quiet: true })
  const ask = useAction(askForAccess, { quiet: true })
  const askedAt = data?.askedAt ?? null
  if (askedAt !== null) {
    return <p role="status">{t.asked({ at: formatDateTime(new Date(askedAt), timeZone) })}</p>
  }
  return (
    <>
      <Button
        size="xs"
        variant="light"
        loading={ask.isRunning}
        disabled={data === undefined}
        onClick={() => ask.run({ body: { permissions: [...permissions], page } })}
      >
        {t.ask}
      </Button>
      <ProblemNote problem={ask.problem ?? error} />
    </>
  )
}

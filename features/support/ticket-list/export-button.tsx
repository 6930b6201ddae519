import {
  exportMyTickets,
  exportTickets,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-call.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { listTexts } from './ticket-list.messages.ts'
import type { orderOf, queryOf } from './ticket-query.rules.ts'

/** A zip under the stem of the file that it holds, filename.csv (READINGS, decision 9). */
const fileName = 'filename.zip'

/** Saves the whole list as it is filtered and sorted. The platform names its tenants as JSON. */
export function ExportButton(props: {
  query: ReturnType<typeof queryOf> & ReturnType<typeof orderOf>
}) {
  const t = useTexts(listTexts)
  const { audience } = useUser()
  const all = useDownload(exportTickets)
  const own = useDownload(exportMyTickets)
  function start() {
    if (audience !== 'platform') return own.start({ query: props.query }, fileName)
    const { tenantId, ...query } = props.query
    const tenants = tenantId === undefined ? {} : { tenants: JSON.stringify(tenantId.split(',')) }
    return all.start({ query: { ...query, ...tenants } }, fileName)
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} stroke={1.75} />}
      loading={own.isRunning || all.isRunning}
      onClick={start}
    >
      {t.export}
    </Button>
  )
}

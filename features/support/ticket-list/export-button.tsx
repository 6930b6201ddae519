import {
  exportMyTickets,
  exportTickets,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { listTexts } from './ticket-list.messages.ts'
import type { toListOrder, toTicketQuery } from './ticket-query.rules.ts'

/** The zip is named after the file that it contains, filename.csv. */
const fileName = 'filename.zip'

/** Exports the whole list with the current filters and order. For the platform the tenants are sent as JSON. */
export function ExportButton(props: {
  query: ReturnType<typeof toTicketQuery> & ReturnType<typeof toListOrder>
}) {
  const t = useTexts(listTexts)
  const { audience } = useUser()
  const { language } = useLanguage()
  const platformExport = useDownload(exportTickets)
  const organisationExport = useDownload(exportMyTickets)
  function start() {
    const asked = { ...props.query, language }
    if (audience !== 'platform') return organisationExport.start({ query: asked }, fileName)
    const { tenantId, ...query } = asked
    const tenants = tenantId === undefined ? {} : { tenants: JSON.stringify(tenantId.split(',')) }
    return platformExport.start({ query: { ...query, ...tenants } }, fileName)
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} stroke={1.75} />}
      loading={organisationExport.isRunning || platformExport.isRunning}
      onClick={start}
    >
      {t.export}
    </Button>
  )
}

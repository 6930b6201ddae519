import { Activity } from '@counterfoil/features/crm/activity/activity.screens.ts'
import { opportunities } from '@counterfoil/features/crm/items/items.resource.ts'
import { ItemsOf } from '@counterfoil/features/crm/items/items.screens.ts'
import { RecordTasks } from '@counterfoil/features/crm/tasks/tasks.screens.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { RecordFacts } from '@counterfoil/kit/web/resource/record-facts.tsx'
import { RecordPage } from '@counterfoil/kit/web/resource/record-page.tsx'
import { useMay, useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { ConvertDialog } from './convert-dialog.tsx'
import { LeadStatus } from './lead-status.tsx'
import { convertLead, leadActivity } from './leads.contract.ts'
import { leadTexts } from './leads.messages.ts'
import { leads } from './leads.resource.ts'

/** One lead: its details, status, tasks and activity. */
export default function LeadPage() {
  const t = useTexts(leadTexts)
  const seesTasks = useMay('CRM.Task.View')
  return (
    <RecordPage
      of={leads}
      named="company"
      badge={(lead) => <LeadStatus row={lead} />}
      actions={(lead) => <Converting lead={lead} />}
    >
      {(lead) => (
        <>
          <Section title={t.contact}>
            <RecordFacts
              of={leads}
              row={lead}
              names={['contactName', 'email', 'phone', 'website']}
            />
          </Section>
          <Section title={t.business}>
            <RecordFacts of={leads} row={lead} names={business} />
          </Section>
          <Suspense fallback={<LoadingLines lines={4} />}>
            <ItemsOf subject={{ leadId: lead.id }} />
            {seesTasks && <RecordTasks about={{ leadId: lead.id }} />}
            <Activity calls={leadActivity} id={lead.id} />
          </Suspense>
        </>
      )}
    </RecordPage>
  )
}

const business = [
  ...['country', 'industryType', 'source', 'monthlyVolumeMinor'],
  ...['ownerId', 'convertedAt'],
]

function Converting({ lead }: { lead: ResourceRow }) {
  const t = useTexts(leadTexts)
  const may = [useMayCall(convertLead), useMay(...opportunities.permissions.edit)]
  const [isOpen, setOpen] = useState(false)
  if (!may.every(Boolean) || lead.convertedAt !== null) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t.convert}
      </Button>
      {isOpen && <ConvertDialog lead={lead} onClose={() => setOpen(false)} />}
    </>
  )
}

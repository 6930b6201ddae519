import { Activity } from '@counterfoil/features/crm/activity/activity.screens.ts'
import { opportunities } from '@counterfoil/features/crm/items/items.resource.ts'
import { RecordTasks } from '@counterfoil/features/crm/tasks/tasks.screens.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { RecordFacts } from '@counterfoil/kit/web/resource/record-facts.tsx'
import { RecordPage } from '@counterfoil/kit/web/resource/record-page.tsx'
import { useMay, useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
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
          <OpportunitiesOf lead={lead} />
          <Suspense fallback={<LoadingLines lines={4} />}>
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

/** The opportunities that the lead was converted to. */
function OpportunitiesOf({ lead }: { lead: ResourceRow }) {
  const t = useTexts(leadTexts)
  const sees = useMay('CRM.Opportunity.View')
  const { data } = useCall(
    opportunities.calls.list,
    { query: { leadId: lead.id, pageIndex: 0, pageSize: 20 } },
    { enabled: sees, quiet: true },
  )
  if (data === undefined || data.data.length === 0) return null
  return (
    <Section title={t.opportunities}>
      <ul>
        {data.data.map((one) => (
          <li key={one.id}>
            <Anchor component={Link} to={`/crm/opportunities/${one.id}`} size="sm">
              {String(one.name)}
            </Anchor>
          </li>
        ))}
      </ul>
    </Section>
  )
}

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

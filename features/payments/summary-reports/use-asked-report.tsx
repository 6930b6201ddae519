import { filterNames } from '@counterfoil/features/payments/lookup/filter-names.schema.ts'
import type { ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'
import { useCall, useStop } from '@counterfoil/kit/web/calls/use-call.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ReportFace } from './report-faces.rules.ts'
import { readingTexts } from './summary-reports.messages.ts'
import { useGroupBy } from './use-group-by.tsx'

/** Rows on one page. */
const pageSize = 50

/** What is asked for, by the filters and levels that the reader chose, and its answer. */
export function useAsked(face: ReportFace, page: ReportPage) {
  const timeZone = useTimeZone()
  const [by, setBy] = useGroupBy(face.by)
  const list = useListState({ filters: filterNames, pageSize })
  const query = { ...list.filters, groupBy: by.join(','), report: page.id, timeZone }
  const reading = useReading(query, face)
  const answer = useCall(
    face.calls.call,
    { query: reading.query as never },
    { keepPrevious: true, enabled: !reading.isStopped },
  )
  return { timeZone, by, setBy, list, query, reading, answer, report: answer.data }
}

export type Asked = ReturnType<typeof useAsked>

/** What is asked for with an id of its own, by which its progress is asked for; it can be stopped, and begun again. */
function useReading(query: object, face: ReportFace) {
  const t = useTexts(readingTexts)
  const asked = JSON.stringify(query)
  // another question is another reading
  const read = useMemo(() => ({ asked, id: crypto.randomUUID() }), [asked])
  const [stopped, setStopped] = useState<string>()
  const stop = useStop(face.calls.call)
  return {
    query: { ...query, read: read.id },
    isStopped: stopped === read.id,
    stop() {
      setStopped(read.id)
      stop()
    },
    empty: {
      title: t.stopped,
      text: t.stoppedText,
      action: (
        <Button variant="default" size="xs" onClick={() => setStopped(undefined)}>
          {t.again}
        </Button>
      ),
    },
  }
}

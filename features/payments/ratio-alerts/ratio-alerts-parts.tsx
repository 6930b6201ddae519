import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import resourceClasses from '@counterfoil/kit/web/resource/resource.module.css'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useId } from 'react'
import { listCrossings } from './ratio-alerts.contract.ts'
import { ratioAlertTexts } from './ratio-alerts.messages.ts'

const newest = 10

/** Each crossing of the threshold, with its counts. */
function Crossings({ row }: { row: ResourceRow }) {
  const t = useTexts(ratioAlertTexts)
  const heading = useId()
  const crossings = useCall(listCrossings, {
    params: { id: row.id },
    query: { pageSize: newest },
  })
  const rows = crossings.data?.data
  return (
    <section className={resourceClasses.part} aria-labelledby={heading}>
      <h3 id={heading}>{t.crossings}</h3>
      {crossings.error !== null && (
        <ErrorState problem={crossings.error} onRetry={() => crossings.refetch()} />
      )}
      {crossings.isLoading && <LoadingLines lines={2} />}
      {rows?.length === 0 && <p className={resourceClasses.about}>{t.none}</p>}
      {rows !== undefined && rows.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t.crossedAt}</th>
              <th scope="col">{t.share}</th>
              <th scope="col">{t.recoveredAt}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, counted, of, crossedAt, recoveredAt }) => (
              <tr key={id}>
                <td>
                  <DateTime value={crossedAt} />
                </td>
                <td>{t.shareOf({ counted, of })}</td>
                <td>{recoveredAt === null ? t.still : <DateTime value={recoveredAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

export const parts: ResourceParts = {
  below: (row) => row !== undefined && <Crossings row={row} />,
}

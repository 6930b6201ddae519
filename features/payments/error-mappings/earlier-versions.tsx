import {
  type AuditEntry,
  listRecordAudit,
} from '@counterfoil/features/access/audit/record-audit.contract.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { FieldValue } from '@counterfoil/kit/web/resource/resource-cells.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { versionTexts } from './error-mappings.messages.ts'
import { errorMappings } from './error-mappings.resource.ts'

const shownVersions = 20
// mappings are changed, as no part of their declaration says otherwise
const updateMapping = errorMappings.calls.update as NonNullable<typeof errorMappings.calls.update>

/** What a mapping was before each change of its values, as the audit trail has it; any of them can be restored. */
export function EarlierVersions({ row }: { row: ResourceRow }) {
  const t = useTexts(versionTexts)
  const mayEdit = useMayEdit(errorMappings)
  const params = { recordType: errorMappings.id, recordId: row.id }
  const found = useCall(
    listRecordAudit,
    { params, query: { pageIndex: 0, pageSize: shownVersions } },
    { quiet: true },
  )
  const restore = useAction(updateMapping, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.restored, tone: 'success' })
      void found.refetch()
    },
  })
  const earlier = (found.data?.data ?? []).filter((entry) => differs(entry, row))
  if (earlier.length === 0) return null
  const run = ({ before }: AuditEntry) =>
    void restore.run({
      params: { id: row.id },
      body: { ...valuesOf(before ?? {}), version: row.version },
    })
  return (
    <RecordPart title={t.title} about={t.about}>
      <ProblemNote problem={restore.problem} />
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t.until}</th>
            <th scope="col">{t.values}</th>
            {mayEdit && <th scope="col">{t.restore}</th>}
          </tr>
        </thead>
        <tbody>
          {earlier.map((entry) => (
            <tr key={entry.id}>
              <td>
                <DateTime value={entry.createdAt} />
                <br />
                {entry.actorName}
              </td>
              <td>
                <Values of={entry.before ?? {}} now={row} />
              </td>
              {mayEdit && (
                <td>
                  <Button
                    size="compact-xs"
                    variant="default"
                    loading={restore.isRunning}
                    onClick={() => run(entry)}
                  >
                    {t.restore}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </RecordPart>
  )
}

type Snapshot = Readonly<Record<string, unknown>>
const names = Object.keys(errorMappings.fields)
const valuesOf = (snapshot: Snapshot) =>
  Object.fromEntries(names.map((name) => [name, snapshot[name] ?? null]))

/** A change of whole values, which are others than the mapping has now. */
function differs({ before }: AuditEntry, row: Snapshot): boolean {
  if (before === null || !('rawCode' in before)) return false
  return names.some((name) => (before[name] ?? null) !== (row[name] ?? null))
}

/** What a version says differently than the mapping does now. */
function Values({ of, now }: { of: Snapshot; now: Snapshot }) {
  const translate = useTranslate()
  return Object.entries(errorMappings.fields)
    .filter(([name]) => (of[name] ?? null) !== (now[name] ?? null))
    .map(([name, field]) => (
      <div key={name}>
        {translate(field.label)}: <FieldValue field={field} value={of[name]} row={{}} />
      </div>
    ))
}

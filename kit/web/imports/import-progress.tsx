import {
  cancelImport,
  type DataImport,
  exportImportRows,
  type ImportRow,
  importOutcomes,
  listImportRows,
  readImport,
} from '@counterfoil/kit/contract/imports.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { translatedProblem } from '../calls/problem-translations.ts'
import { useAction, useCall } from '../calls/use-call.ts'
import { useDownload } from '../calls/use-download.ts'
import { StatusPill } from '../formats/status-pill.tsx'
import table from '../lists/plain-table.module.css'
import { ErrorState, LoadingLines } from '../page/states.tsx'
import { PartLine, RecordPart } from '../resource/record-part.tsx'
import { resourceTexts } from '../resource/resource.messages.ts'
import classes from '../resource/resource.module.css'
import { useLanguage, useTexts, useTranslate } from '../texts/i18n.tsx'
import { importTexts } from './import.messages.ts'

const askedEveryMs = 1000
const refusedShown = 20
const colours = {
  created: 'Active',
  changed: 'Pending',
  unchanged: 'Neutral',
  refused: 'Rejected',
} as const

const doneWith = ({ created, changed, unchanged, refused }: DataImport) =>
  created + changed + unchanged + refused

/** How far an import is, asked until it is over, and then what became of its rows. */
export function ImportProgress({ of, id }: { of: Resource; id: string }) {
  const t = useTexts(importTexts)
  const number = useNumber()
  const [isOver, setOver] = useState(false)
  const asked = isOver ? {} : { refetchEveryMs: askedEveryMs }
  const read = useCall(readImport, { params: { id } }, { quiet: true, ...asked })
  const one = read.data
  useEffect(() => setOver(one !== undefined && one.state !== 'running'), [one])
  const isRunning = one?.state === 'running'
  useFreshList(of, one)
  const stop = useAction(cancelImport)
  if (one === undefined) {
    return read.error === null ? (
      <LoadingLines lines={4} />
    ) : (
      <ErrorState problem={read.error} onRetry={() => read.refetch()} />
    )
  }
  const done = doneWith(one)
  const said = {
    running: t.running({ done: number(done), all: number(one.rows) }),
    done:
      one.refused === 0
        ? t.done({ all: one.rows })
        : t.doneInPart({
            taken: number(one.rows - one.refused),
            all: number(one.rows),
            refused: number(one.refused),
          }),
    cancelled: t.cancelled({ done: number(done), all: number(one.rows) }),
  }[one.state]
  return (
    <div className={classes.importing}>
      <strong className={classes.fileName}>{one.fileName}</strong>
      <progress className={classes.share} aria-label={t.lookedAt} value={done} max={one.rows} />
      <p role="status" aria-live="polite" className={classes.about}>
        {said}
      </p>
      <Counts one={one} />
      {isRunning && (
        <PartLine>
          <span className={classes.about}>{t.goesOn}</span>
          <Button
            size="xs"
            variant="default"
            loading={stop.isRunning}
            onClick={() => stop.run({ params: { id } })}
          >
            {t.stop}
          </Button>
        </PartLine>
      )}
      {!isRunning && <Downloads one={one} />}
      {one.refused > 0 && <RefusedRows of={of} one={one} />}
    </div>
  )
}

function useNumber() {
  const { locale } = useLanguage()
  return (value: number) => value.toLocaleString(locale)
}

/** The list behind shows what was taken, now and then while it goes on and once it is over. */
function useFreshList(of: Resource, one: DataImport | undefined) {
  const queries = useQueryClient()
  const state = one?.state
  useEffect(() => {
    if (state === undefined) return
    void queries.invalidateQueries({
      predicate: ({ queryKey }) =>
        String(queryKey[0]).startsWith(`${of.id}.`) || queryKey[0] === 'imports.list',
    })
  }, [queries, of.id, state])
}

function Counts({ one }: { one: DataImport }) {
  const t = useTexts(importTexts)
  const number = useNumber()
  return (
    <dl className={classes.counts}>
      {importOutcomes.map((outcome) => (
        <div key={outcome}>
          <dt>
            <StatusPill status={colours[outcome]} label={t[outcome]} />
          </dt>
          <dd>{number(one[outcome])}</dd>
        </div>
      ))}
    </dl>
  )
}

function Downloads({ one }: { one: DataImport }) {
  const t = useTexts(importTexts)
  const download = useDownload(exportImportRows)
  const save = (outcome?: 'refused') =>
    download.start(
      { params: { id: one.id }, query: outcome === undefined ? {} : { outcome } },
      `${one.resource}-${outcome ?? 'import'}.csv`,
    )
  const icon = <IconDownload size={15} stroke={1.75} aria-hidden />
  return (
    <div className={classes.downloads}>
      <Button size="xs" variant="default" leftSection={icon} onClick={() => save()}>
        {t.result}
      </Button>
      {one.refused > 0 && (
        <Button size="xs" variant="default" leftSection={icon} onClick={() => save('refused')}>
          {t.refusedOnly}
        </Button>
      )}
    </div>
  )
}

function RefusedRows({ of, one }: { of: Resource; one: DataImport }) {
  const t = useTexts(importTexts)
  const number = useNumber()
  const refusalOf = useRefusal(of)
  const { data, refetch } = useCall(
    listImportRows,
    { params: { id: one.id }, query: { outcome: 'refused', pageSize: refusedShown } },
    { quiet: true, keepPrevious: true },
  )
  const shown = data?.data.length ?? 0
  const wanted = Math.min(one.refused, refusedShown)
  useEffect(() => {
    if (shown < wanted) void refetch()
  }, [shown, wanted, refetch])
  const rows = data?.data ?? []
  return (
    <RecordPart title={t.refusedRows}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t.line}</th>
            <th scope="col">{t.reason}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td>{number(row.line)}</td>
              <td>{refusalOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {one.refused > rows.length && (
        <p className={classes.about}>
          {t.first({ shown: number(rows.length), all: number(one.refused) })}
        </p>
      )}
    </RecordPart>
  )
}

/** Why a row was refused, in the user's language, with the field where one is to blame. */
function useRefusal(of: Resource) {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  return ({ message, code, params, path }: ImportRow): string => {
    const label = path === 'isActive' ? t.status : fieldLabel(of, path, translate)
    const isInput = code === 'request.invalid' && label !== undefined
    const known = isInput ? t.notTaken : translatedProblem(code ?? '', params ?? {})
    return label === undefined ? (known ?? message ?? '') : `${label}: ${known ?? message}`
  }
}

/** A list's entry is named by its place behind the field's name. */
function fieldLabel(
  of: Resource,
  path: string | null,
  translate: ReturnType<typeof useTranslate>,
): string | undefined {
  const label = of.fields[path?.split('.')[0] ?? '']?.label
  return label === undefined ? undefined : translate(label)
}

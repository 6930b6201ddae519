import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ListQuery, ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Button } from '@mantine/core'
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { exportName } from '../calls/save-file.ts'
import { useCall } from '../calls/use-call.ts'
import { useDownload } from '../calls/use-download.ts'
import { gridState } from '../grid/grid-state.ts'
import { ImportDialog } from '../imports/import-dialog.tsx'
import { SideDrawer } from '../overlays/side-drawer.tsx'
import { auditParameter } from '../page/audit-address.ts'
import { AuditLink } from '../page/audit-link.tsx'
import { Facts, Page } from '../page/page.tsx'
import { ErrorState, LoadingLines } from '../page/states.tsx'
import { useTimeZone, useUser } from '../session/user.tsx'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import { ChosenRows } from './chosen-rows.tsx'
import { LimitNote } from './limit-note.tsx'
import { useMayEdit } from './may-edit.ts'
import { resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'
import { FieldValue, nameOfRow, useResourceColumns } from './resource-cells.tsx'
import { ResourceFilters } from './resource-filters.tsx'
import { ResourceForm } from './resource-form.tsx'
import { ShownOnce } from './shown-once.tsx'

/** What a rich resource has of its own; everything else comes from the declaration. */
export interface ResourceParts {
  /** Cells by column; `isActive` for the status. */
  readonly cells?: Readonly<Record<string, (row: ResourceRow) => ReactNode>>
  /** Below the fields of the form. */
  readonly below?: (
    row: ResourceRow | undefined,
    of: Resource,
    tenantId: string | undefined,
  ) => ReactNode
  /** What is said of what was saved, and of what was sent, where it has not taken effect yet; undefined: that it is saved. */
  readonly savedText?: (
    saved: ResourceRow,
    sent: Readonly<Record<string, unknown>>,
  ) => Text | undefined
  /** Why a record is not deleted now; undefined: it can be. */
  readonly keptText?: (row: ResourceRow) => Text | undefined
  /** Below the form: what is saved by itself, as the parts of a record are. */
  readonly after?: (row: ResourceRow) => ReactNode
  /** The whole form. */
  readonly form?: ComponentType<{
    row: ResourceRow | undefined
    onDone(row: ResourceRow | undefined): void
  }>
  /** Beside the page's buttons. */
  readonly actions?: ComponentType
  /** Above the list. */
  readonly above?: ComponentType
  /** Whether records are added now, by whoever may; a hook. */
  readonly useIsOpen?: () => boolean
}

const noParts: ResourceParts = {}
const isAlwaysOpen = () => true
const recordParameter = 'record'
const newRecord = 'new'

/** The page of a declared resource; its screen comes from the declaration too (apps/web/building). */
export function ResourcePage(props: { of: Resource; parts?: ResourceParts | undefined }) {
  const { of, parts = noParts } = props
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  const [search, setSearch] = useSearchParams()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { audience } = useUser()
  const isMerchant = audience === 'merchant'
  const mayEdit = useMayEdit(of)
  const { useIsOpen = isAlwaysOpen } = parts
  const isOpen = useIsOpen()
  const mayAdd = mayEdit && isOpen && of.calls.create !== undefined
  const initial = useMemo(() => initialFiltersOf(of), [of])
  const list = useListState<string>({
    filters: [
      'searchKey',
      'isActive',
      'tenantId',
      ...(of.filters ?? []),
      ...Object.keys(of.relationFilters ?? {}),
    ],
    sort: of.sort,
    ...(initial === undefined ? {} : { initial }),
  })
  const query: Partial<ListQuery> = {
    ...list.filters,
    ...(list.sortText === undefined ? {} : { sort: list.sortText }),
  } as Partial<ListQuery>
  const rows = useCall(
    of.calls.list,
    { query: { ...query, pageIndex: list.pageIndex, pageSize: list.pageSize } },
    { keepPrevious: true },
  )
  const columns = useResourceColumns(of, parts.cells)
  const many = translate((isMerchant ? of.merchants?.many : undefined) ?? of.many)
  const open = (record: string | undefined) =>
    setSearch((current) => {
      const next = new URLSearchParams(current)
      if (record === undefined) next.delete(recordParameter)
      else next.set(recordParameter, record)
      return next
    })
  const linkOf = (row: ResourceRow) => {
    if (of.screen?.record !== undefined) return of.screen?.record.replace(':id', row.id)
    const next = new URLSearchParams(search)
    next.set(recordParameter, row.id)
    // what is told beside the page is of another record
    next.delete(auditParameter)
    return `?${next}`
  }
  const opened = search.get(recordParameter)
  // staff of the platform first say whose it is
  const ofMerchant = audience === 'tenant' ? merchantOfList(of, list.filters) : undefined
  const Above = parts.above
  const empty = useEmptyList(list, {
    nothing: list.hasFilters ? t.nothing : t.nothingYet,
    nothingYet: mayAdd ? t.addFirst : t.notSetUp,
  })
  return (
    <Page
      title={many}
      description={translate((isMerchant ? of.merchants?.about : undefined) ?? of.about)}
      actions={
        <PageActions
          of={of}
          parts={parts}
          query={query}
          mayAdd={mayAdd}
          mayImport={mayEdit && isOpen}
          onNew={() => open(newRecord)}
        />
      }
    >
      <LimitNote of={of} />
      {Above !== undefined && <Above />}
      <ChosenRows
        of={of}
        ids={chosen}
        rows={rows.data?.data ?? []}
        onDone={() => setChosen(new Set())}
      />
      <DataGrid<ResourceRow>
        id={of.id}
        label={many}
        columns={columns}
        {...gridState(rows, list)}
        rowId={(row) => row.id}
        rowLink={linkOf}
        sort={list.sort}
        onSort={list.setSort}
        toolbar={<ResourceFilters of={of} list={list} />}
        empty={empty}
        {...(mayEdit ? { selection: { ids: chosen, onChange: setChosen } } : {})}
      />
      {opened !== null && (
        <RecordDrawer
          key={opened}
          of={of}
          parts={parts}
          id={opened === newRecord ? undefined : opened}
          filledIn={ofMerchant}
          onClose={() => open(undefined)}
        />
      )}
    </Page>
  )
}

/** What most people come for; it is shown where the address says nothing else. */
function initialFiltersOf(of: Resource): Readonly<Record<string, string>> | undefined {
  const initial = Object.entries(of.relationFilters ?? {}).flatMap(([name, reach]) =>
    reach.initial === undefined ? [] : [[name, reach.initial] as const],
  )
  return initial.length === 0 ? undefined : Object.fromEntries(initial)
}

/** A record that is added to the list of one merchant begins as that merchant's. */
function merchantOfList(
  { merchantField }: Resource,
  filters: Readonly<Partial<Record<string, string>>>,
): Readonly<Record<string, string>> | undefined {
  const chosen = merchantField === undefined ? undefined : filters[merchantField]
  if (merchantField === undefined || chosen === undefined || chosen.includes(',')) return undefined
  return { [merchantField]: chosen }
}

/** Within a sentence. Acronyms stay as they are. */
const lower = (text: string) =>
  text.replace(/^\p{Lu}(?=-?\p{Ll})/u, (first) =>
    first.toLocaleLowerCase(document.documentElement.lang),
  )

function PageActions(props: {
  of: Resource
  parts: ResourceParts
  query: Partial<ListQuery>
  mayAdd: boolean
  mayImport: boolean
  onNew(): void
}) {
  const t = useTexts(resourceTexts)
  const { of, parts } = props
  const [isImporting, setImporting] = useState(false)
  const download = useDownload(of.calls.export)
  const { merchantName, tenantName } = useUser()
  const today = localDay(new Date(), useTimeZone())
  const Own = parts.actions
  return (
    <>
      {Own !== undefined && <Own />}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} stroke={1.75} aria-hidden />}
        loading={download.isRunning}
        onClick={() =>
          download.start(
            { query: props.query },
            exportName(of.id, merchantName ?? tenantName, today),
          )
        }
      >
        {t.export}
      </Button>
      {props.mayImport && of.calls.import !== undefined && (
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconUpload size={15} stroke={1.75} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            {t.import}
          </Button>
          {isImporting && (
            <ImportDialog
              of={of}
              call={of.calls.import}
              tenantId={props.query.tenantId}
              onClose={() => setImporting(false)}
            />
          )}
        </>
      )}
      {props.mayAdd && (
        <Button
          size="xs"
          leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
          onClick={props.onNew}
        >
          {t.add}
        </Button>
      )}
    </>
  )
}

function RecordDrawer(props: {
  of: Resource
  parts: ResourceParts
  id: string | undefined
  /** Of a new one: what it begins with. */
  filledIn: Readonly<Record<string, string>> | undefined
  onClose(): void
}) {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  const { of, parts, id } = props
  const read = useCall(
    of.calls.read,
    { params: { id: id ?? '' } },
    { enabled: id !== undefined, quiet: true },
  )
  const { data: row } = read
  const [made, setMade] = useState<ResourceRow>()
  const OwnForm = parts.form
  const one = translate(of.one)
  const done = (saved: ResourceRow | undefined) =>
    saved?.shownOnce === undefined ? props.onClose() : setMade(saved)
  if (made?.shownOnce !== undefined && of.credential !== undefined) {
    return (
      <ShownOnce label={translate(of.credential)} text={made.shownOnce} onDone={props.onClose} />
    )
  }
  return (
    <SideDrawer
      isOpen
      onClose={props.onClose}
      title={
        id === undefined
          ? t.addOne({ one: lower(one) })
          : row === undefined
            ? one
            : nameOfRow(of, row, translate)
      }
    >
      {id !== undefined && row === undefined && read.error === null && <LoadingLines lines={6} />}
      {row === undefined && read.error !== null && (
        <ErrorState problem={read.error} onRetry={() => read.refetch()} />
      )}
      {(id === undefined || row !== undefined) &&
        (of.calls.update === undefined && row !== undefined ? (
          <GivenRecord of={of} row={row} />
        ) : OwnForm !== undefined ? (
          <OwnForm row={row} onDone={done} />
        ) : (
          // what is typed stays while the record is fetched anew
          <ResourceForm
            key={row?.id ?? newRecord}
            of={of}
            row={row}
            filledIn={props.filledIn}
            cells={parts.cells}
            below={parts.below}
            savedText={parts.savedText}
            keptText={parts.keptText}
            onDone={done}
          />
        ))}
      {row !== undefined && parts.after?.(row)}
    </SideDrawer>
  )
}

/** A record that comes by itself: looked at, switched in the list, and followed. */
function GivenRecord({ of, row }: { of: Resource; row: ResourceRow }) {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  return (
    <>
      <Facts
        facts={[
          ...Object.entries(of.fields).map(
            ([name, field]) =>
              [
                translate(field.label),
                <FieldValue key={name} field={field} value={row[name]} row={row} />,
              ] as const,
          ),
          [t.status, row.isActive ? t.active : t.inactive] as const,
        ]}
      />
      <div className={classes.footer}>
        <AuditLink recordType={of.id} recordId={row.id} />
      </div>
    </>
  )
}

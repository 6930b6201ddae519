import '@counterfoil/kit/web/theme/input-styles.ts'
import {
  createLookupView,
  deleteLookupView,
  type LookupView,
  listLookupViews,
  updateLookupView,
} from '@counterfoil/features/payments/saved-filters/lookup-views.contract.ts'
import {
  createReportView,
  deleteReportView,
  listReportViews,
  updateReportView,
} from '@counterfoil/features/payments/saved-filters/report-views.contract.ts'
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  type SavedFilter,
  type SavedView,
  updateSavedFilter,
} from '@counterfoil/features/payments/saved-filters/saved-filters.contract.ts'
import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { Dropdown } from '@counterfoil/kit/web/overlays/dropdown.tsx'
import { showSnackbar, snackbarMs } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { savedFilterTexts } from './saved-filters.messages.ts'
import classes from './saved-filters.module.css'
import { ShareRole } from './share-role.tsx'

export type View = SavedView

/** The calls of the lookup's filters, of a lookup's views or of a report's, which have the same answers. */
const filterCalls = {
  list: listSavedFilters,
  create: createSavedFilter,
  update: updateSavedFilter,
  remove: deleteSavedFilter,
}
const lookupCalls = {
  list: listLookupViews,
  create: createLookupView,
  update: updateLookupView,
  remove: deleteLookupView,
} as unknown as typeof filterCalls
const viewCalls = {
  list: listReportViews,
  create: createReportView,
  update: updateReportView,
  remove: deleteReportView,
} as unknown as typeof filterCalls

interface Kept {
  readonly calls: typeof filterCalls
  /** Of a report: which one. */
  readonly query: object
}

const keptFor = (screen: string | undefined): Kept =>
  screen === undefined
    ? { calls: filterCalls, query: {} }
    : {
        calls: screen.startsWith('report-') ? viewCalls : lookupCalls,
        query: { query: { screen } },
      }

const showMessage = (message: string, tone: 'success' | 'error') =>
  showSnackbar({ message, tone, durationMs: snackbarMs.filter })

/** The user's saved filters: opens, saves, changes and deletes them. */
export function SavedFiltersMenu(props: {
  view: View
  onOpen(view: View): void
  /** Of which report, or of which lookup with named views; absent: the user's own filters of the lookup. */
  screen?: string
  /** What of a view the list no longer knows. */
  leftOutOf?(view: View): readonly string[]
}) {
  const { view, onOpen, screen } = props
  const t = useTexts(savedFilterTexts)
  const kept = keptFor(screen)
  const title = screen === undefined ? t.title : t.views
  const [selectedId, select] = useState<string | null>(null)
  const list = useCall(kept.calls.list, kept.query, { quiet: true, staleMs: 60_000 })
  const failed = list.isError
  useEffect(() => {
    if (failed) showMessage(t.loadFailed, 'error')
  }, [failed, t])
  const selected = list.data?.data.find((one) => one.id === selectedId)
  const leftOut = selected === undefined ? [] : (props.leftOutOf?.(selected) ?? [])

  return (
    <Dropdown
      label={title}
      isSet={selected !== undefined}
      button={
        <>
          <IconBookmark size={15} stroke={1.75} aria-hidden />
          <span>{selected?.name ?? title}</span>
        </>
      }
    >
      {(close) => (
        <>
          <strong>{title}</strong>
          <FilterNames
            kept={kept}
            filters={list.data?.data}
            failed={failed}
            selectedId={selectedId}
            onRetry={() => list.refetch()}
            onDeleted={(id) => id === selectedId && select(null)}
            onOpen={(filter) => {
              select(filter.id)
              onOpen(filter)
              const names = props.leftOutOf?.(filter) ?? []
              if (names.length > 0) {
                const message = t.leftOut({ name: filter.name, names: names.join(', ') })
                showSnackbar({ message, tone: 'info', durationMs: snackbarMs.error })
              }
              close()
            }}
          />
          {leftOut.length > 0 && (
            <p className={classes.note}>
              {t.leftOut({ name: selected?.name ?? '', names: leftOut.join(', ') })}
            </p>
          )}
          {selected?.isOwn === true && <UpdateButton kept={kept} filter={selected} view={view} />}
          {selected?.isOwn === true && kept.calls === lookupCalls && screen !== undefined && (
            <ShareRole screen={screen} view={selected as LookupView} />
          )}
          {selected?.isOwn === false && (
            <CopyButton kept={kept} filter={selected} onCopied={(copy) => select(copy.id)} />
          )}
          <SaveForm
            kept={kept}
            mayShare={kept.calls === viewCalls}
            view={view}
            onSaved={(filter) => select(filter.id)}
          />
        </>
      )}
    </Dropdown>
  )
}

function FilterNames(props: {
  kept: Kept
  filters: readonly SavedFilter[] | undefined
  failed: boolean
  selectedId: string | null
  onRetry(): void
  onOpen(filter: SavedFilter): void
  onDeleted(id: string): void
}) {
  const t = useTexts(savedFilterTexts)
  const remove = useAction(props.kept.calls.remove, {
    quiet: true,
    onDone: (_answer, { params }) => {
      showMessage(t.deleted, 'success')
      if (params !== undefined) props.onDeleted(params.id)
    },
    onProblem: () => showMessage(t.deleteFailed, 'error'),
  })
  if (props.failed) {
    return (
      <Button size="xs" variant="default" onClick={props.onRetry}>
        {t.retry}
      </Button>
    )
  }
  if (props.filters === undefined) return <p className={classes.note}>{t.loading}</p>
  if (props.filters.length === 0) {
    return <p className={classes.note}>{props.kept.calls === filterCalls ? t.none : t.noViews}</p>
  }
  return (
    <ul className={classes.list}>
      {props.filters.map((filter) => (
        <li key={filter.id} className={classes.row}>
          <button
            type="button"
            className={classes.open}
            aria-pressed={filter.id === props.selectedId}
            title={filter.name}
            onClick={() => props.onOpen(filter)}
          >
            {nameWithSharing(filter, t)}
          </button>
          {filter.isOwn && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t.remove({ name: filter.name })}
              disabled={remove.isRunning}
              onClick={() => remove.run({ ...props.kept.query, params: { id: filter.id } })}
            >
              <IconTrash size={14} stroke={1.75} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  )
}

function UpdateButton({ kept, filter, view }: { kept: Kept; filter: SavedFilter; view: View }) {
  const t = useTexts(savedFilterTexts)
  const update = useAction(kept.calls.update, {
    quiet: true,
    onDone: () => showMessage(t.updated, 'success'),
    onProblem: () => showMessage(t.updateFailed, 'error'),
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={update.isRunning}
      onClick={() =>
        update.run({
          ...kept.query,
          params: { id: filter.id },
          body: {
            name: filter.name,
            ...view,
            ...sharing(kept, filter.isShared, (filter as Partial<LookupView>).sharedRoleId),
          },
        })
      }
    >
      {t.update({ name: filter.name })}
    </Button>
  )
}

/** A view of a report is shared with its owner's role; one of a lookup stays shared with the role that it was given. */
const sharing = ({ calls }: Kept, isShared: boolean, sharedRoleId: string | null = null) => {
  if (calls === lookupCalls) return { sharedRoleId }
  return calls === viewCalls ? { isShared } : {}
}

function nameWithSharing(filter: SavedFilter, t: InOneLanguage<typeof savedFilterTexts>): string {
  const { name, isShared, isOwn } = filter
  const { sharedBy, sharedRoleName } = filter as Partial<LookupView>
  if (!isShared) return name
  if (!isOwn && sharedBy) return t.sharedBy({ name, by: sharedBy })
  return isOwn && sharedRoleName ? t.sharedWith({ name, role: sharedRoleName }) : t.shared({ name })
}

/** What others share is not changed, but copied. */
function CopyButton(props: {
  kept: Kept
  filter: SavedFilter
  onCopied(filter: SavedFilter): void
}) {
  const { kept, filter, onCopied } = props
  const t = useTexts(savedFilterTexts)
  const copy = useAction(kept.calls.create, {
    quiet: true,
    onDone: (one) => {
      showMessage(t.copied, 'success')
      onCopied(one)
    },
    onProblem: () => showMessage(t.saveFailed, 'error'),
  })
  const { name, filters, sort, columns } = filter
  return (
    <>
      <p className={classes.note}>{t.notYours}</p>
      <Button
        size="xs"
        variant="default"
        loading={copy.isRunning}
        onClick={() =>
          copy.run({
            ...kept.query,
            body: { name, filters, sort, columns, ...sharing(kept, false) },
          })
        }
      >
        {t.copy({ name })}
      </Button>
    </>
  )
}

function SaveForm(props: {
  kept: Kept
  mayShare: boolean
  view: View
  onSaved(filter: SavedFilter): void
}) {
  const { kept, view, onSaved } = props
  const [isShared, setShared] = useState(false)
  const t = useTexts(savedFilterTexts)
  const [name, setName] = useState('')
  const create = useAction(kept.calls.create, {
    quiet: true,
    onDone: (filter) => {
      showMessage(t.saved, 'success')
      setName('')
      onSaved(filter)
    },
    onProblem: () => showMessage(t.saveFailed, 'error'),
  })
  return (
    <>
      {view.filters.dateRange !== undefined && <p className={classes.note}>{t.relative}</p>}
      <form
        className={classes.save}
        onSubmit={(event) => {
          event.preventDefault()
          const clean = sanitise(name)
          const body = { name: clean, ...view, ...sharing(kept, isShared) }
          if (clean !== '') create.run({ ...kept.query, body })
        }}
      >
        <RuledInput
          size="xs"
          rule={{ ...inputRules.text, maxLength: 100 }}
          aria-label={t.name}
          placeholder={t.name}
          value={name}
          onValue={setName}
        />
        <Button type="submit" size="xs" loading={create.isRunning} disabled={name.trim() === ''}>
          {t.save}
        </Button>
      </form>
      {props.mayShare && (
        <Checkbox
          size="xs"
          label={t.share}
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
      )}
    </>
  )
}

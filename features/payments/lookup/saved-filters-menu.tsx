import '@counterfoil/kit/web/theme/input-styles.ts'
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
  updateSavedFilter,
} from '@counterfoil/features/payments/saved-filters/saved-filters.contract.ts'
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

/** The state of a list that a filter saves. */
export type View = Pick<SavedFilter, 'filters' | 'sort' | 'columns'>

/** The calls of the lookup's filters, or of a report's views, which have the same answers. */
const filterCalls = {
  list: listSavedFilters,
  create: createSavedFilter,
  update: updateSavedFilter,
  remove: deleteSavedFilter,
}
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
    : { calls: viewCalls, query: { query: { screen } } }

const showMessage = (message: string, tone: 'success' | 'error') =>
  showSnackbar({ message, tone, durationMs: snackbarMs.filter })

/** The user's saved filters: opens, saves, changes and deletes them. */
export function SavedFiltersMenu(props: {
  view: View
  onOpen(view: View): void
  /** Of which report; absent: the lookup. */
  screen?: string
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

  return (
    <Dropdown
      label={title}
      className={classes.button}
      panelClassName={classes.panel}
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
              close()
            }}
          />
          {selected?.isOwn === true && <UpdateButton kept={kept} filter={selected} view={view} />}
          <SaveForm
            kept={kept}
            mayShare={screen !== undefined}
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
  if (props.filters.length === 0) return <p className={classes.note}>{t.none}</p>
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
            {filter.isShared ? t.shared({ name: filter.name }) : filter.name}
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
          body: { name: filter.name, ...view, ...sharing(kept, filter.isShared) },
        })
      }
    >
      {t.update({ name: filter.name })}
    </Button>
  )
}

/** Views of reports alone are shared. */
const sharing = ({ calls }: Kept, isShared: boolean) => (calls === viewCalls ? { isShared } : {})

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

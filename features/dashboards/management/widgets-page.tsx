import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { listWidgetEndpoints } from '@counterfoil/features/dashboards/widgets/widget-data.contract.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { saveFile } from '@counterfoil/kit/web/calls/save-file.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showError, showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, FileButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { type CategoryWithWidgets, dashboardCalls, importWidgets } from './management.contract.ts'
import { managementTexts } from './management.messages.ts'
import classes from './management.module.css'
import { TenantWidgets } from './tenant-widgets.tsx'
import { audiencesOf, concerns } from './widget-audience.rules.ts'
import { WidgetDesigner } from './widget-designer.tsx'
import { fileOf, reasonsOf } from './widgets-file.rules.ts'

/** All widgets by category; own ones are designed, exported and imported here. */
export default function WidgetsPage() {
  const t = useTexts(managementTexts)
  const { audience } = useUser()
  const [designed, setDesigned] = useState<Widget | 'new'>()
  const [removed, setRemoved] = useState<Widget>()
  const may = useMayCall(dashboardCalls.createWidget)
  const list = useCall(dashboardCalls.listByCategory, {})
  const endpoints = useCall(listWidgetEndpoints, {}, { staleMs: 600_000 })
  const imported = useWidgetImport()
  const categories = list.data?.data ?? []
  return (
    <Page
      title={t.widgets}
      actions={
        may &&
        designed === undefined && (
          <>
            <ExportButton categories={categories} />
            <ImportButton onFile={imported.run} />
            <Button size="xs" onClick={() => setDesigned('new')}>
              {t.add}
            </Button>
          </>
        )
      }
    >
      <ImportRefused problem={imported.problem} file={imported.file} />
      {list.data === undefined && <LoadingLines lines={8} />}
      {designed !== undefined && endpoints.data !== undefined ? (
        <WidgetDesigner
          widget={designed === 'new' ? undefined : designed}
          categories={categories}
          endpoints={endpoints.data.data}
          onClose={() => setDesigned(undefined)}
        />
      ) : (
        categoriesFor(audience, categories).map((category) => (
          <CategorySection
            key={category.categoryId}
            category={category}
            mayChange={may}
            onDesign={setDesigned}
            onRemove={setRemoved}
          />
        ))
      )}
      {audience === 'platform' && designed === undefined && may && <TenantWidgets />}
      <RemoveQuestion widget={removed} onClose={() => setRemoved(undefined)} />
    </Page>
  )
}

/** The categories that show something; what belongs to the organisation is always there to be changed. */
const categoriesFor = (audience: Audience, categories: readonly CategoryWithWidgets[]) =>
  categories
    .map((one) => ({
      ...one,
      widgets: one.widgets.filter(
        (widget) => isOwn(widget) || concerns(widget, audiencesOf(audience)),
      ),
    }))
    .filter(({ widgets }) => widgets.length > 0)

const isOwn = ({ owner }: Widget) => owner === 'organisation'

/** Saves the organisation's own widgets as a file. */
function ExportButton({ categories }: { readonly categories: readonly CategoryWithWidgets[] }) {
  const t = useTexts(managementTexts)
  const own = categories.flatMap(({ widgets }) => widgets).filter(isOwn)
  function save() {
    const file = fileOf(categories)
    const json = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' })
    saveFile(json, 'widgets.json')
    const left = own.length - file.widgets.length
    if (left > 0) showSnackbar({ message: t.notExported({ count: left }) })
  }
  return (
    <Button size="xs" variant="default" disabled={own.length === 0} onClick={save}>
      {t.export}
    </Button>
  )
}

function ImportButton({ onFile }: { onFile(file: File | null): void }) {
  const t = useTexts(managementTexts)
  const resetFile = useRef<() => void>(null)
  function choose(file: File | null) {
    // the same file can be chosen again
    resetFile.current?.()
    onFile(file)
  }
  return (
    <FileButton accept="application/json,.json" resetRef={resetFile} onChange={choose}>
      {(props) => (
        <Button size="xs" variant="default" {...props}>
          {t.import}
        </Button>
      )}
    </FileButton>
  )
}

/** Imports widgets from a file; of a refused one `file` is what it holds. */
function useWidgetImport() {
  const t = useTexts(managementTexts)
  const [file, setFile] = useState<{ widgets: unknown }>({ widgets: [] })
  const imported = useAction(importWidgets, {
    quiet: true,
    onDone: ({ data }) =>
      showSnackbar({ message: t.imported({ count: data.length }), tone: 'success' }),
  })
  async function run(chosen: File | null) {
    imported.reset()
    if (chosen === null) return
    try {
      const read = JSON.parse(await chosen.text()) as { categories?: never; widgets: never }
      if (!Array.isArray(read.widgets)) return showError(t.notJson)
      setFile(read)
      const { categories = [] as never, widgets } = read
      await imported.run({ body: { categories, widgets } })
    } catch {
      showError(t.notJson)
    }
  }
  return { problem: imported.problem, file, run }
}

interface WidgetRowProps {
  readonly mayChange: boolean
  onDesign(widget: Widget): void
  onRemove(widget: Widget): void
}

function CategorySection({
  category,
  ...row
}: WidgetRowProps & { readonly category: CategoryWithWidgets }) {
  const name = useTranslate()(category.name)
  return (
    <Section title={name} flush>
      <table className={classes.table} aria-label={name}>
        <tbody>
          {category.widgets.map((one) => (
            <WidgetRow key={one.widgetId} widget={one} {...row} />
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** A widget and whose it is. The organisation's own is changed and deleted; of any other a copy is made. */
function WidgetRow(props: WidgetRowProps & { readonly widget: Widget }) {
  const t = useTexts(managementTexts)
  const translate = useTranslate()
  const { widget, mayChange } = props
  const name = translate(widget.title)
  return (
    <tr>
      <th scope="row">
        {name}
        {widget.fault !== null && <small> · {translate(widget.fault.text)}</small>}
      </th>
      <td>{ownerText(t, widget)}</td>
      <td>
        {mayChange && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={isOwn(widget) ? t.editCategory({ name }) : t.copyOf({ name })}
            onClick={() => props.onDesign(widget)}
          >
            {isOwn(widget) ? t.edit : t.copy}
          </Button>
        )}
        {mayChange && isOwn(widget) && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="danger"
            aria-label={t.deleteOne({ name })}
            onClick={() => props.onRemove(widget)}
          >
            {t.remove}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Asks before a widget is deleted; closed without one. */
function RemoveQuestion({ widget, onClose }: { widget: Widget | undefined; onClose(): void }) {
  const t = useTexts(managementTexts)
  const translate = useTranslate()
  const remove = useAction(dashboardCalls.removeWidget, { onDone: onClose })
  const title = t.deleteOne({ name: widget === undefined ? '' : translate(widget.title) })
  return (
    <ConfirmDialog
      isOpen={widget !== undefined}
      title={title}
      text={t.deleteWidgetText}
      confirmLabel={title}
      isDangerous
      isRunning={remove.isRunning}
      onConfirm={() =>
        remove.run({
          params: { categoryId: widget?.categoryId ?? '', widgetId: widget?.widgetId ?? '' },
        })
      }
      onClose={onClose}
    />
  )
}

/** Why a file was not imported, by its widgets. */
function ImportRefused(props: { problem: CallProblem | null; file: { widgets: unknown } }) {
  const t = useTexts(managementTexts)
  const translate = useTranslate()
  const { problem, file } = props
  const isOfWidgets =
    problem?.code === 'request.invalid' || problem?.code === 'dashboard.import_refused'
  if (!isOfWidgets) return <ProblemNote problem={problem} />
  return (
    <div role="alert" className={classes.refused}>
      <p>{t.refused}</p>
      <ul>
        {reasonsOf(problem.errors, file, translate)
          .slice(0, 10)
          .map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
      </ul>
    </div>
  )
}

const ownerText = (
  t: { readonly ofProduct: string; readonly ofPlatform: string; readonly own: string },
  { owner }: Widget,
) => (owner === 'product' ? t.ofProduct : owner === 'platform' ? t.ofPlatform : t.own)

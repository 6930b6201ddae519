import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { listWidgetEndpoints } from '@counterfoil/features/dashboards/widgets/widget-data.contract.ts'
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
import { dashboardCalls, importWidgets } from './management.contract.ts'
import { managementTexts } from './management.messages.ts'
import classes from './management.module.css'
import { TenantWidgets } from './tenant-widgets.tsx'
import { audiencesOf, concerns } from './widget-audience.rules.ts'
import { WidgetDesigner } from './widget-designer.tsx'
import { fileOf, reasonsOf } from './widgets-file.rules.ts'

/** All widgets by category; own ones are designed, exported and imported here. */
export default function WidgetsPage() {
  const t = useTexts(managementTexts)
  const translate = useTranslate()
  const { audience } = useUser()
  const resetFile = useRef<() => void>(null)
  const [designed, setDesigned] = useState<Widget | 'new'>()
  const [removed, setRemoved] = useState<Widget>()
  const [file, setFile] = useState<{ widgets: unknown }>({ widgets: [] })
  const may = useMayCall(dashboardCalls.createWidget)
  const list = useCall(dashboardCalls.listByCategory, {})
  const endpoints = useCall(listWidgetEndpoints, {}, { staleMs: 600_000 })
  const imported = useAction(importWidgets, {
    quiet: true,
    onDone: ({ data }) =>
      showSnackbar({ message: t.imported({ count: data.length }), tone: 'success' }),
  })
  const remove = useAction(dashboardCalls.removeWidget, { onDone: () => setRemoved(undefined) })
  const categories = list.data?.data ?? []
  // what belongs to the organisation is always there to be changed
  const shown = categories.map((one) => ({
    ...one,
    widgets: one.widgets.filter(
      (widget) => widget.owner === 'organisation' || concerns(widget, audiencesOf(audience)),
    ),
  }))
  const own = categories
    .flatMap(({ widgets }) => widgets)
    .filter(({ owner }) => owner === 'organisation')

  function exportOwn() {
    const file = fileOf(categories)
    const json = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' })
    saveFile(json, 'widgets.json')
    const left = own.length - file.widgets.length
    if (left > 0) showSnackbar({ message: t.notExported({ count: left }) })
  }

  async function importFile(chosen: File | null) {
    // the same file can be chosen again
    resetFile.current?.()
    imported.reset()
    if (chosen === null) return
    try {
      const file = JSON.parse(await chosen.text()) as { categories?: never; widgets: never }
      if (!Array.isArray(file.widgets)) return showError(t.notJson)
      setFile(file)
      const { categories: given = [] as never, widgets } = file
      await imported.run({ body: { categories: given, widgets } })
    } catch {
      showError(t.notJson)
    }
  }

  return (
    <Page
      title={t.widgets}
      actions={
        may &&
        designed === undefined && (
          <>
            <Button size="xs" variant="default" disabled={own.length === 0} onClick={exportOwn}>
              {t.export}
            </Button>
            <FileButton accept="application/json,.json" resetRef={resetFile} onChange={importFile}>
              {(props) => (
                <Button size="xs" variant="default" {...props}>
                  {t.import}
                </Button>
              )}
            </FileButton>
            <Button size="xs" onClick={() => setDesigned('new')}>
              {t.add}
            </Button>
          </>
        )
      }
    >
      <ImportRefused problem={imported.problem} file={file} />
      {list.data === undefined && <LoadingLines lines={8} />}
      {designed !== undefined && endpoints.data !== undefined ? (
        <WidgetDesigner
          widget={designed === 'new' ? undefined : designed}
          categories={categories}
          endpoints={endpoints.data.data}
          onClose={() => setDesigned(undefined)}
        />
      ) : (
        shown
          .filter(({ widgets }) => widgets.length > 0)
          .map(({ categoryId, name, widgets }) => (
            <Section key={categoryId} title={translate(name)} flush>
              <table className={classes.table} aria-label={translate(name)}>
                <tbody>
                  {widgets.map((one) => (
                    <tr key={one.widgetId}>
                      <th scope="row">
                        {translate(one.title)}
                        {one.fault !== null && <small> · {translate(one.fault.text)}</small>}
                      </th>
                      <td>{ownerText(t, one)}</td>
                      <td>
                        {may && (
                          <Button
                            size="compact-xs"
                            variant="subtle"
                            aria-label={
                              one.owner === 'organisation'
                                ? t.editCategory({ name: translate(one.title) })
                                : t.copyOf({ name: translate(one.title) })
                            }
                            onClick={() => setDesigned(one)}
                          >
                            {one.owner === 'organisation' ? t.edit : t.copy}
                          </Button>
                        )}
                        {may && one.owner === 'organisation' && (
                          <Button
                            size="compact-xs"
                            variant="subtle"
                            color="danger"
                            aria-label={t.deleteOne({ name: translate(one.title) })}
                            onClick={() => setRemoved(one)}
                          >
                            {t.remove}
                          </Button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Section>
          ))
      )}
      {audience === 'platform' && designed === undefined && may && <TenantWidgets />}
      <ConfirmDialog
        isOpen={removed !== undefined}
        title={t.deleteOne({ name: removed === undefined ? '' : translate(removed.title) })}
        text={t.deleteWidgetText}
        confirmLabel={t.deleteOne({ name: removed === undefined ? '' : translate(removed.title) })}
        isDangerous
        isRunning={remove.isRunning}
        onConfirm={() =>
          remove.run({
            params: { categoryId: removed?.categoryId ?? '', widgetId: removed?.widgetId ?? '' },
          })
        }
        onClose={() => setRemoved(undefined)}
      />
    </Page>
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

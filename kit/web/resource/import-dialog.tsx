import type { ImportResult, Resource } from '@counterfoil/kit/contract/resource.ts'
import { uploadForm } from '@counterfoil/kit/contract/uploads.ts'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/dialog.tsx'
import { OneFileInput } from '@counterfoil/kit/web/form/file-input.tsx'
import { inPageLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/i18n.tsx'
import { translatedProblem } from '@counterfoil/kit/web/problem-translations.ts'
import { StatusPill } from '@counterfoil/kit/web/status-pill.tsx'
import { useAction } from '@counterfoil/kit/web/use-call.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { refusalTexts, resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'

const colours = { created: 'Active', changed: 'Pending', refused: 'Rejected' } as const

/** Takes a CSV and says of each row how it went. */
export function ImportDialog(props: {
  of: Resource
  call: NonNullable<Resource['calls']['import']>
  onClose(): void
}) {
  const t = useTexts(resourceTexts)
  const refusalOf = useRefusal(props.of)
  const [file, setFile] = useState<File>()
  const [rows, setRows] = useState<readonly ImportedRow[]>()
  const take = useAction(props.call, { quiet: true, onDone: (answer) => setRows(answer.rows) })
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t.importTitle}
      keepsOpenOutside
      footer={
        <Button
          disabled={file === undefined}
          loading={take.isRunning}
          onClick={() => file && take.run({ query: {}, body: uploadForm(file) })}
        >
          {t.import}
        </Button>
      }
    >
      <p className={classes.about}>{t.importAbout}</p>
      <OneFileInput label={t.file} accept=".csv,text/csv" file={file} onFile={setFile} />
      <ProblemNote problem={take.problem} />
      {rows !== undefined && (
        <table className={classes.compared}>
          <thead>
            <tr>
              <th scope="col">{t.line}</th>
              <th scope="col">{t.outcome}</th>
              <th scope="col" />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td>{row.line}</td>
                <td>
                  <StatusPill status={colours[row.outcome]} label={t[row.outcome]} />
                </td>
                <td>{row.outcome === 'refused' && refusalOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

type ImportedRow = ImportResult['rows'][number]

/** Why a row was refused, in the user's language, with the field where one is to blame. */
function useRefusal(of: Resource) {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  return ({ message, code = '', params, path }: ImportedRow): string => {
    const label = of.fields[path ?? '']?.label
    const said: Readonly<Record<string, string>> = inPageLanguage(refusalTexts)
    const isInput = code === 'request.invalid' && label !== undefined
    const text = said[code] ?? (isInput ? t.notTaken : translatedProblem(code, params)) ?? message
    return label === undefined ? (text ?? '') : `${translate(label)}: ${text}`
  }
}

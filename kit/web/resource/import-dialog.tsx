import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { uploadForm } from '@counterfoil/kit/contract/uploads.ts'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/dialog.tsx'
import { OneFileInput } from '@counterfoil/kit/web/form/file-input.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { StatusPill } from '@counterfoil/kit/web/status-pill.tsx'
import { useAction } from '@counterfoil/kit/web/use-call.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'

const colours = { created: 'Active', changed: 'Pending', refused: 'Rejected' } as const

/** Takes a CSV and says of each row how it went. */
export function ImportDialog(props: {
  of: Resource
  call: NonNullable<Resource['calls']['import']>
  onClose(): void
}) {
  const t = useTexts(resourceTexts)
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
            {rows.map(({ line, outcome, message }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>
                  <StatusPill status={colours[outcome]} label={t[outcome]} />
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

interface ImportedRow {
  readonly line: number
  readonly outcome: 'created' | 'changed' | 'refused'
  readonly message: string | null
}

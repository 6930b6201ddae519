import { type DataImport, importLimitsOf, listImports } from '@counterfoil/kit/contract/imports.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { uploadForm } from '@counterfoil/kit/contract/uploads.ts'
import { OneFileInput } from '@counterfoil/kit/web/form/file-input.tsx'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { CallProblem } from '../calls/problem.ts'
import { useCall, useClient } from '../calls/use-call.ts'
import { DateTime } from '../formats/dates.tsx'
import { Dialog, ProblemNote } from '../overlays/dialog.tsx'
import { RecordPart } from '../resource/record-part.tsx'
import classes from '../resource/resource.module.css'
import { useLanguage, useTexts } from '../texts/i18n.tsx'
import { importTexts } from './import.messages.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportProgress } from './import-progress.tsx'

type ImportCall = NonNullable<Resource['calls']['import']>

/** Takes a CSV, shows how far its rows are, and what became of them. */
export function ImportDialog(props: {
  of: Resource
  call: ImportCall
  /** In whose name staff of the platform import. */
  tenantId?: string | undefined
  onClose(): void
}) {
  const { of } = props
  const t = useTexts(importTexts)
  const { locale } = useLanguage()
  const { rows, bytes } = importLimitsOf(of)
  const [file, setFile] = useState<File>()
  const [shown, setShown] = useState<string>()
  const upload = useUpload(props.call, props.tenantId, ({ id }) => setShown(id))
  const send = () => file && upload.send(file)
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t.title}
      size="lg"
      keepsOpenOutside
      footer={
        shown === undefined ? (
          <Button disabled={file === undefined} loading={upload.share !== undefined} onClick={send}>
            {t.import}
          </Button>
        ) : (
          <Button
            variant="default"
            onClick={() => {
              setShown(undefined)
              setFile(undefined)
            }}
          >
            {t.again}
          </Button>
        )
      }
    >
      {shown === undefined ? (
        <>
          <p className={classes.about}>{t.about}</p>
          <OneFileInput
            label={t.file}
            description={t.fileHint({
              rows: rows.toLocaleString(locale),
              megabytes: String(Math.floor(bytes / 1_048_576)),
            })}
            accept=".csv,text/csv"
            file={file}
            onFile={(chosen) => {
              setFile(chosen)
              upload.forget()
            }}
          />
          {upload.share !== undefined && (
            <progress className={classes.share} aria-label={t.sending} value={upload.share} />
          )}
          <ProblemNote problem={upload.problem} />
          <ImportColumns of={of} />
          <EarlierImports of={of} onShow={setShown} />
        </>
      ) : (
        <ImportProgress key={shown} of={of} id={shown} />
      )}
    </Dialog>
  )
}

function EarlierImports({ of, onShow }: { of: Resource; onShow(id: string): void }) {
  const t = useTexts(importTexts)
  const { data } = useCall(
    listImports,
    { query: { resource: of.id, pageSize: 5 } },
    { quiet: true },
  )
  if (data === undefined || data.data.length === 0) return null
  return (
    <RecordPart title={t.earlier}>
      <ul className={classes.imports}>
        {data.data.map((one: DataImport) => (
          <li key={one.id}>
            <Button size="compact-xs" variant="default" onClick={() => onShow(one.id)}>
              {one.fileName}
            </Button>
            <DateTime value={one.createdAt} />
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

/** One key for each chosen file: sent again after an unknown outcome, it is the same import. */
function useUpload(
  call: ImportCall,
  tenantId: string | undefined,
  onDone: (made: DataImport) => void,
) {
  const { client } = useClient()
  const key = useRef<string>(undefined)
  /** From 0 to 1 while it is sent. */
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<CallProblem>()
  async function send(file: File) {
    key.current ??= crypto.randomUUID()
    setProblem(undefined)
    setShare(0)
    try {
      const query = tenantId === undefined ? {} : { tenantId }
      const body = uploadForm(file)
      const options = { idempotencyKey: key.current, onProgress: setShare }
      onDone(await client.send(call, { query, body }, options))
      key.current = undefined
    } catch (cause) {
      if (!(cause instanceof CallProblem)) throw cause
      if (!cause.isOutcomeUnknown) key.current = undefined
      setProblem(cause)
    } finally {
      setShare(undefined)
    }
  }
  function forget() {
    key.current = undefined
    setProblem(undefined)
  }
  return { share, problem, send, forget }
}

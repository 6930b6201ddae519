import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { OneFileInput } from '@counterfoil/kit/web/form/file-input.tsx'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { BatchView } from './batch-view.tsx'
import { sentText } from './given-row.rules.ts'
import { uploadBatch } from './payout-batches.contract.ts'
import { batchTexts } from './payout-batches.messages.ts'
import classes from './payout-batches.module.css'
import { maxFileLength } from './payout-batches.schema.ts'

/** A file is checked here, and submitted; afterwards it is in the summary too. */
export default function BatchPaymentPage() {
  const t = useTexts(batchTexts)
  const mayPay = useMay('Merchant.Payments.Batch.Edit')
  const [params, setParams] = useSearchParams()
  const shown = params.get('batch')
  return (
    <Page
      title={t.title}
      description={`${t.description} ${t.sandbox}`}
      actions={
        shown !== null && (
          <Button size="xs" variant="default" onClick={() => setParams({}, { replace: true })}>
            {t.back}
          </Button>
        )
      }
    >
      {shown !== null && <BatchView id={shown} />}
      {shown === null && mayPay && (
        <UploadForm onChecked={(id) => setParams({ batch: id }, { replace: true })} />
      )}
    </Page>
  )
}

function UploadForm(props: { onChecked(id: string): void }) {
  const t = useTexts(batchTexts)
  const [file, setFile] = useState<File>()
  const [isTried, setTried] = useState(false)
  const input = useRef<HTMLButtonElement>(null)
  const upload = useAction(uploadBatch, {
    quiet: true,
    onDone: ({ id }) => {
      showSnackbar({ message: t.checked, tone: 'success' })
      props.onChecked(id)
    },
  })
  const isTooLarge = file !== undefined && file.size > maxFileLength
  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (file === undefined || isTooLarge) return input.current?.focus()
    await upload.run({ body: { fileName: file.name, content: sentText(await file.text()) } })
  }
  const missing = file === undefined ? t.chooseFile : undefined
  const error = isTooLarge ? t.tooLarge : missing
  return (
    <form className={classes.upload} onSubmit={(event) => void submit(event)} noValidate>
      <OneFileInput
        ref={input}
        isRequired
        label={t.file}
        description={t.fileHint}
        accept=".csv,.xml,text/csv,text/xml,application/xml"
        file={file}
        error={isTried ? error : undefined}
        onFile={setFile}
      />
      <ProblemNote problem={upload.problem} />
      <div className={classes.buttons}>
        <Button type="submit" loading={upload.isRunning}>
          {t.check}
        </Button>
      </div>
    </form>
  )
}

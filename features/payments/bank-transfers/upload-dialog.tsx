import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { OneFileInput } from '@counterfoil/kit/web/form/file-input.tsx'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { csvField, uploadBankOrder } from './bank-orders.contract.ts'
import { orderTexts } from './bank-orders.messages.ts'
import classes from './upload-dialog.module.css'

/** The form for a statement, with the progress of its upload. */
export function UploadDialog({ onClose }: { onClose(): void }) {
  const t = useTexts(orderTexts)
  const upload = useStatementUpload(onClose)
  const [bankName, setBankName] = useState('')
  const [accountNumber, setAccountNumber] = useState('')
  const [file, setFile] = useState<File>()
  const [isTried, setTried] = useState(false)
  const missing = (text: string) => (isTried && text.trim() === '' ? t.required : undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const bank = sanitise(bankName)
    const account = sanitise(accountNumber)
    if (file !== undefined && bank !== '' && account !== '') void upload.send(file, bank, account)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.upload}
      keepsOpenOutside
      action={{ label: t.upload, form: 'statement', isRunning: upload.share !== undefined }}
    >
      <form id="statement" onSubmit={submit} noValidate className={classes.form}>
        <RuledInput
          data-autofocus
          required
          rule={inputRules.text}
          label={t.bank}
          value={bankName}
          error={missing(bankName)}
          onValue={setBankName}
        />
        <RuledInput
          required
          rule={inputRules.text}
          label={t.account}
          value={accountNumber}
          error={missing(accountNumber)}
          onValue={setAccountNumber}
        />
        <OneFileInput
          isRequired
          label={t.file}
          description={t.fileHint}
          accept=".csv,text/csv"
          file={file}
          error={isTried && file === undefined ? t.chooseFile : undefined}
          onFile={setFile}
        />
        {upload.share !== undefined && (
          <progress className={classes.progress} aria-label={t.progress} value={upload.share} />
        )}
        <Faults problem={upload.problem} />
      </form>
    </Dialog>
  )
}

/** The faults of the file by line, or another problem. */
function Faults({ problem }: { problem: CallProblem | undefined }) {
  const t = useTexts(orderTexts)
  if (problem?.code !== 'bank_order.invalid_file') return <ProblemNote problem={problem} />
  return (
    <div role="alert" className={classes.faults}>
      <p>{t.faults}</p>
      <ul>
        {problem.errors.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

function useStatementUpload(onDone: () => void) {
  const t = useTexts(orderTexts)
  const { client } = useClient()
  const queries = useQueryClient()
  /** From 0 to 1 during the upload. */
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<CallProblem>()
  async function send(file: File, bankName: string, accountNumber: string) {
    const body = new FormData()
    body.append('bankName', bankName)
    body.append('accountNumber', accountNumber)
    body.append(csvField, file, file.name)
    setProblem(undefined)
    setShare(0)
    try {
      const { isRepeated, repeated } = await client.send(
        uploadBankOrder,
        { body },
        { onProgress: setShare },
      )
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('bank-orders.'),
      })
      showSnackbar(
        isRepeated
          ? { message: t.repeated, tone: 'info' }
          : {
              message: repeated > 0 ? t.someRepeated({ count: repeated }) : t.uploaded,
              tone: 'success',
            },
      )
      onDone()
    } catch (cause) {
      if (!(cause instanceof CallProblem)) throw cause
      setProblem(cause)
    } finally {
      setShare(undefined)
    }
  }
  return { share, problem, send }
}

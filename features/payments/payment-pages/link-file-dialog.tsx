import '@counterfoil/kit/web/theme/input-styles.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { OneFileInput } from '@counterfoil/kit/web/form/file-input.tsx'
import { Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Checkbox } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { createPaymentLinks } from './payment-links.contract.ts'
import { linkTexts } from './payment-links.messages.ts'

/** Many links of a file: all of them, or none. */
export function LinkFileDialog({ onClose }: { onClose(): void }) {
  const t = useTexts(linkTexts)
  const [file, setFile] = useState<File>()
  const [isTried, setTried] = useState(false)
  const [isMeant, setMeant] = useState(false)
  const input = useRef<HTMLButtonElement>(null)
  const create = useAction(createPaymentLinks, {
    quiet: true,
    onDone: ({ created }) => {
      showSnackbar({ message: t.manyDone({ count: created }), tone: 'success' })
      onClose()
    },
  })
  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (file === undefined) return input.current?.focus()
    const csv = await file.text()
    await create.run({ body: isMeant ? { csv, despiteRepeats: true } : { csv } })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.many}
      keepsOpenOutside
      action={{ label: t.create, form: 'payment-link-file', isRunning: create.isRunning }}
    >
      <form id="payment-link-file" onSubmit={(event) => void submit(event)} noValidate>
        <OneFileInput
          ref={input}
          isRequired
          label={t.file}
          description={t.fileHint}
          accept=".csv,text/csv"
          file={file}
          error={isTried && file === undefined ? t.chooseFile : undefined}
          onFile={(chosen) => {
            setFile(chosen)
            setMeant(false)
            create.reset()
          }}
        />
        <ProblemNote problem={create.problem} />
        {(isMeant || create.problem?.code === 'payment_link.repeated') && (
          <Checkbox
            mt="sm"
            label={t.despiteRepeats}
            checked={isMeant}
            onChange={(event) => setMeant(event.currentTarget.checked)}
          />
        )}
      </form>
    </Dialog>
  )
}

import { fileCalls } from '@counterfoil/features/messaging/files/file-calls.rules.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayOf } from '@counterfoil/kit/contract/fields.ts'
import { DateField } from '@counterfoil/kit/web/form/date-fields.tsx'
import { CheckField, ChoiceField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useTimeZone, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useFileQueue } from '@counterfoil/kit/web/upload/file-queue.ts'
import { FileUpload, useUploads } from '@counterfoil/kit/web/upload/file-upload.tsx'
import { useState } from 'react'
import { z } from 'zod'
import { type AcceptDialogProps, Accepted } from './accept-dialog.tsx'
import { evidence, evidenceChannels, signedBy } from './offers.contract.ts'
import { acceptTexts, channelTexts } from './offers.messages.ts'
import classes from './offers.module.css'

/** An operator records that the merchant accepted elsewhere: who, how, when, and what proves it. */
export default function RecordAcceptance({ offer, answering }: AcceptDialogProps) {
  const t = useTexts(acceptTexts)
  const channels = useTexts(channelTexts)
  const today = localDay(new Date(), useTimeZone())
  const { queue, fileId, isReady } = useEvidenceFile(offer.tenantId)
  const [isFileMissing, missFile] = useState(false)
  const form = useSchemaForm(
    z.object({
      signedBy,
      channel: evidence.shape.channel,
      acceptedOn: evidence.shape.acceptedOn.refine((day) => dayOf(day) <= today, t.later),
      isSure: z.literal(true, t.sureMissing),
    }),
    { signedBy: '', channel: undefined, acceptedOn: today, isSure: undefined },
  )
  function close() {
    // the uploaded file is not needed any more
    void queue.discard()
    answering.stop()
  }
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t.recordTitle}
      keepsOpenOutside
      action={{
        label: t.record({ merchant: offer.merchantName }),
        form: 'record-acceptance',
        isRunning: answering.action.isRunning,
        isDisabled: !isReady,
      }}
    >
      <Form
        id="record-acceptance"
        form={form}
        about={`record acceptance ${offer.id}`}
        problem={answering.action.problem}
        onSubmit={({ signedBy, channel, acceptedOn }) => {
          missFile(fileId === undefined)
          if (fileId === undefined) return
          return answering.accept({ signedBy, evidence: { channel, acceptedOn, fileId } })
        }}
      >
        <Accepted offer={offer} />
        <TextField name="signedBy" label={t.acceptedBy} isRequired />
        <ChoiceField
          name="channel"
          label={t.channel}
          isRequired
          none={t.choose}
          choices={evidenceChannels.map((value) => ({ value, label: channels[value] }))}
        />
        <DateField name="acceptedOn" label={t.acceptedOn} latest={today} isRequired />
        <div>
          <p className={classes.evidence}>{t.evidence}</p>
          <FileUpload queue={queue} />
          {isFileMissing && fileId === undefined && (
            <p className={classes.missing} role="alert">
              {t.fileMissing}
            </p>
          )}
        </div>
        <CheckField name="isSure" label={t.sure({ merchant: offer.merchantName })} />
      </Form>
    </Dialog>
  )
}

/** Uploads the proof: platform staff under the offer's tenant, others under their own organisation. */
function useEvidenceFile(tenantId: string) {
  const isPlatform = useUser().audience === 'platform'
  const queue = useFileQueue(fileCalls, { tenantId: isPlatform ? tenantId : undefined })
  const { fileIds, isReady } = useUploads(queue)
  return { queue, fileId: fileIds.at(-1), isReady }
}

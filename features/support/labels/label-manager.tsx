import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { LabelChip } from '@counterfoil/kit/web/formats/label-chip.tsx'
import { SortableList } from '@counterfoil/kit/web/lists/sortable-list.tsx'
import { ConfirmDialog, Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar, snackbarMs } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { labelTexts } from './label.messages.ts'
import { LabelForm } from './label-form.tsx'
import classes from './label-manager.module.css'
import { labelName } from './label-names.rules.ts'
import { deleteLabel, listLabels, rearrangeLabels, type SupportLabel } from './labels.contract.ts'

/** Creates, changes, deletes and orders the organisation's labels. */
export default function LabelManager({ onClose }: { onClose(): void }) {
  const t = useTexts(labelTexts)
  const [edited, setEdited] = useState<SupportLabel>()
  return (
    <Dialog isOpen onClose={onClose} title={t.title} keepsOpenOutside>
      <LabelForm key={edited?.labelId ?? ''} label={edited} onDone={() => setEdited(undefined)} />
      <h3 className={classes.heading}>{t.labels}</h3>
      <Labels onEdit={setEdited} />
    </Dialog>
  )
}

function Labels({ onEdit }: { onEdit(label: SupportLabel): void }) {
  const t = useTexts(labelTexts)
  const { data, error, refetch } = useCall(listLabels, {}, { quiet: true })
  const [removed, setRemoved] = useState<SupportLabel>()
  const rearrange = useAction(rearrangeLabels)
  if (data === undefined) {
    return error === null ? (
      <LoadingLines lines={5} />
    ) : (
      <ErrorState problem={error} onRetry={() => refetch()} />
    )
  }
  return (
    <>
      <SortableList
        label={t.labels}
        items={data.map((label) => ({ id: label.labelId, name: label.value, label }))}
        onMove={(newLabelIdsList) => rearrange.run({ body: { newLabelIdsList } })}
        render={({ label }) => <Entry label={label} onEdit={onEdit} onRemove={setRemoved} />}
      />
      {removed !== undefined && (
        <RemoveDialog label={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

function Entry(props: {
  label: SupportLabel
  onEdit(label: SupportLabel): void
  onRemove(label: SupportLabel): void
}) {
  const t = useTexts(labelTexts)
  const { language } = useLanguage()
  const { audience, isLimitedToMerchants } = useUser()
  const { label } = props
  // a deleted label goes from the tickets of all merchants
  const mayDelete = audience !== 'tenant' || !isLimitedToMerchants
  return (
    <div className={classes.entry}>
      <LabelChip name={labelName(label.value, language)} colour={label.color} />
      <span className={classes.description}>{label.description}</span>
      {label.isDefault ? (
        <span className={classes.default}>{t.isDefault}</span>
      ) : (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t.edit({ name: label.value })}
            onClick={() => props.onEdit(label)}
          >
            <IconPencil size={15} stroke={1.6} />
          </ActionIcon>
          {mayDelete && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t.remove({ name: label.value })}
              onClick={() => props.onRemove(label)}
            >
              <IconTrash size={15} stroke={1.6} />
            </ActionIcon>
          )}
        </>
      )}
    </div>
  )
}

function RemoveDialog({ label, onClose }: { label: SupportLabel; onClose(): void }) {
  const t = useTexts(labelTexts)
  const remove = useAction(deleteLabel, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.deleted, tone: 'success', durationMs: snackbarMs.labelDeleted })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.run({ params: { id: label.labelId } })}
      title={t.removeTitle}
      text={t.removeText({ name: label.value })}
      confirmLabel={t.removeConfirm}
      isDangerous
      isRunning={remove.isRunning}
      problem={remove.problem}
    />
  )
}

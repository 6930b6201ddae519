import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../calls/use-call.ts'
import { ConfirmDialog } from '../overlays/dialog.tsx'
import { showSnackbar } from '../overlays/snackbar.tsx'
import { AuditLink } from '../page/audit-link.tsx'
import { useMay } from '../session/user.tsx'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import { useLimit } from './may-edit.ts'
import { resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'
import { nameOfRow } from './resource-cells.tsx'
import type { ResourceFormProps } from './resource-form.tsx'
import { none } from './typed-values.ts'

/** What the user may do with the record, and why it is not deleted now. */
export function useRights({ of, row, keptText }: ResourceFormProps) {
  const isWithin = useLimit(of, row) === undefined
  const mayChange = useMay(...of.permissions.edit) && of.calls.update !== undefined
  const mayRemove = useMay(...of.permissions.remove) && isWithin
  const mayDelete = row !== undefined && mayRemove && of.calls.remove !== undefined
  return {
    mayChange,
    mayEdit: mayChange && isWithin,
    mayDelete,
    kept: mayDelete ? keptText?.(row) : undefined,
  }
}

interface ButtonsProps extends ResourceFormProps {
  readonly rights: ReturnType<typeof useRights>
  readonly isSaving: boolean
  onLeave(left: ResourceRow | undefined): void
}

/** Below the fields: the record's history, and what is done with it. */
export function FormButtons({ of, row, making, rights, isSaving, onLeave }: ButtonsProps) {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  const { mayDelete, mayEdit, kept } = rights
  return (
    <>
      {kept !== undefined && <p className={classes.kept}>{translate(kept)}</p>}
      <div className={classes.footer}>
        {row !== undefined && <AuditLink recordType={of.id} recordId={row.id} />}
        {row !== undefined && mayDelete && kept === undefined && (
          <RemoveButton of={of} row={row} onDone={onLeave} />
        )}
        {mayEdit && (
          <Button
            type="submit"
            loading={isSaving}
            // a complaint at the field that is left by the press would move the button away from below the pointer
            onMouseDown={(event) => event.preventDefault()}
          >
            {making?.label ?? t.save}
          </Button>
        )}
      </div>
    </>
  )
}

function RemoveButton(props: { of: Resource; row: ResourceRow; onDone(row: undefined): void }) {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  const { of, row } = props
  const [isAsked, setAsked] = useState(false)
  const remove = useAction(of.calls.remove ?? none(of), {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.removed, tone: 'success' })
      props.onDone(undefined)
    },
  })
  return (
    <>
      <Button variant="subtle" color="danger" size="xs" onClick={() => setAsked(true)}>
        {t.remove}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => remove.run({ params: { id: row.id } })}
        title={t.removeTitle({ name: nameOfRow(of, row, translate) })}
        text={t.removeText}
        confirmLabel={t.remove}
        isDangerous
        isRunning={remove.isRunning}
        problem={remove.problem}
      />
    </>
  )
}

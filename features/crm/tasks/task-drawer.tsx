import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { ResourceForm } from '@counterfoil/kit/web/resource/resource-form.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { taskTexts } from './tasks.messages.ts'
import { tasks } from './tasks.resource.ts'

interface TaskDrawerProps {
  /** Undefined: a new task. */
  readonly id: string | undefined
  /** The record of a new task, if it is known. */
  readonly preset?: Readonly<Record<string, string>>
  onClose(): void
}

/** Shows, changes or creates a task. */
export function TaskDrawer({ id, preset, onClose }: TaskDrawerProps) {
  const t = useTexts(taskTexts)
  const translate = useTranslate()
  const { data, error, refetch } = useCall(
    tasks.calls.read,
    { params: { id: id ?? '' } },
    { enabled: id !== undefined, quiet: true },
  )
  const title = id === undefined ? t.add : String(data?.name ?? translate(tasks.one))
  return (
    <SideDrawer isOpen onClose={onClose} title={title}>
      {error !== null && <ErrorState problem={error} onRetry={() => refetch()} />}
      {id !== undefined && data === undefined && error === null && <LoadingLines lines={6} />}
      {(id === undefined || data !== undefined) && (
        <ResourceForm of={tasks} row={data} preset={preset} onDone={onClose} />
      )}
    </SideDrawer>
  )
}

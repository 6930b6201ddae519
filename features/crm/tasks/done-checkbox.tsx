import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { setTaskDone, type Task } from './tasks.contract.ts'
import { taskTexts } from './tasks.messages.ts'

/** Marks a task as done at once; the message has an undo. */
export function DoneCheckbox({ task }: { task: Task }) {
  const t = useTexts(taskTexts)
  const tick = useAction(setTaskDone)
  const mayTick = useMayCall(setTaskDone)
  const [wanted, setWanted] = useState<boolean>()
  const set = async (isDone: boolean) => {
    setWanted(isDone)
    const answer = await tick.run({ params: { id: task.id }, body: { isDone } })
    // by now the list has been read again, or the call was refused
    setWanted(undefined)
    if (answer === undefined || !isDone) return
    showSnackbar({
      message: t.ticked({ name: task.name }),
      tone: 'success',
      action: { label: t.undo, run: () => void set(false) },
    })
  }
  return (
    <Checkbox
      size="sm"
      aria-label={t.tick({ name: task.name })}
      checked={wanted ?? task.doneAt !== null}
      disabled={!mayTick || tick.isRunning}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  )
}

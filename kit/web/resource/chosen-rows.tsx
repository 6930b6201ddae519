import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useAction } from '../calls/use-call.ts'
import { showSnackbar } from '../overlays/snackbar.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'

/** What can be done with the chosen rows together; it can be taken back for as long as it is told. */
export function ChosenRows(props: {
  of: Resource
  ids: ReadonlySet<string>
  /** What stands in the list now. */
  rows: readonly ResourceRow[]
  onDone(): void
}) {
  const t = useTexts(resourceTexts)
  const { calls } = props.of
  const wasActive = useRef(new Map<string, boolean>())
  for (const { id, isActive } of props.rows) wasActive.current.set(id, isActive)
  const back = useAction(calls.activate)
  const action = useAction(calls.activate, {
    onDone: ({ changed, waiting = 0 }, { body }) => {
      // what stood so already stays so
      const ids = body.ids.filter((id) => wasActive.current.get(id) !== body.isActive)
      const undo = { body: { ids, isActive: !body.isActive } }
      showSnackbar({
        message:
          waiting === 0
            ? t.switched({ count: changed })
            : t.switchedLater({ count: changed, waiting }),
        tone: 'success',
        ...(changed === 0 ? {} : { action: { label: t.undo, run: () => void back.run(undo) } }),
      })
      props.onDone()
    },
  })
  if (props.ids.size === 0) return null
  const run = (isActive: boolean) => action.run({ body: { ids: [...props.ids], isActive } })
  return (
    <div className={classes.chosen}>
      <span role="status">{t.chosen({ count: props.ids.size })}</span>
      <Button
        size="compact-xs"
        variant="default"
        disabled={action.isRunning}
        onClick={() => run(true)}
      >
        {t.activate}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={action.isRunning}
        onClick={() => run(false)}
      >
        {t.deactivate}
      </Button>
    </div>
  )
}

import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { GridFooter } from '@counterfoil/kit/web/grid/grid-footer.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DoneCheckbox } from './done-checkbox.tsx'
import classes from './record-tasks.module.css'
import { Due, Kind } from './task-cells.tsx'
import { TaskDrawer } from './task-drawer.tsx'
import { listToDo, type Task } from './tasks.contract.ts'
import { taskTexts } from './tasks.messages.ts'
import { tasks } from './tasks.resource.ts'

/** So many stand below each other before there are pages. */
const most = 50

/** The tasks of one record, done or not. */
export default function RecordTasks({ about }: { about: { itemId: string } | { leadId: string } }) {
  const t = useTexts(taskTexts)
  const translate = useTranslate()
  const mayEdit = useMayEdit(tasks)
  const [opened, setOpened] = useState<string>()
  const list = useListState({ filters: [], prefix: 'tasks-', pageSize: most })
  const page = { pageIndex: list.pageIndex, pageSize: list.pageSize }
  const query = { ...about, ...page, whose: 'all', state: 'any' } as const
  const { data, error, refetch } = useCall(listToDo, { query }, { quiet: true, keepPrevious: true })
  return (
    <Section
      title={translate(tasks.many)}
      actions={
        mayEdit && (
          <Button size="xs" variant="default" onClick={() => setOpened('new')}>
            {t.add}
          </Button>
        )
      }
    >
      {data === undefined && error === null && <LoadingLines lines={3} />}
      {error !== null && <ErrorState problem={error} onRetry={() => refetch()} />}
      {data?.count === 0 && <span className={classes.none}>{t.none}</span>}
      {data !== undefined && data.data.length > 0 && (
        <ul className={classes.tasks}>
          {data.data.map((task) => (
            <OneTask key={task.id} task={task} onOpen={() => setOpened(task.id)} />
          ))}
        </ul>
      )}
      {data !== undefined && (data.count ?? 0) > most && (
        <GridFooter paging={list.indexPaging(data)} rowsShown={data.data.length} />
      )}
      {opened !== undefined && (
        <TaskDrawer
          id={opened === 'new' ? undefined : opened}
          preset={about}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Section>
  )
}

function OneTask({ task, onOpen }: { task: Task; onOpen(): void }) {
  const t = useTexts(taskTexts)
  return (
    <li className={classes.task} data-done={task.doneAt !== null || undefined}>
      <DoneCheckbox task={task} />
      <button
        type="button"
        className={classes.name}
        aria-label={t.edit({ name: task.name })}
        onClick={onOpen}
      >
        {task.name}
      </button>
      <span className={classes.meta}>
        <Kind task={task} /> · {task.assigneeName ?? t.nobody} · <Due task={task} />
      </span>
    </li>
  )
}

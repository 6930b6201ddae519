import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import classes from './board.module.css'
import { listShares, type PlacedWidget, shareWidget, unShareWidget } from './boards.contract.ts'
import { editorTexts } from './editor.messages.ts'

/** With which roles a widget is shared; each is shared with, or no longer, at once. */
export function ShareDialog(props: { placed: PlacedWidget; title: string; onClose(): void }) {
  const t = useTexts(editorTexts)
  const { placed, title } = props
  const shares = useCall(listShares, {})
  const share = useAction(shareWidget)
  const unShare = useAction(unShareWidget)
  const { data } = shares
  return (
    <Dialog isOpen title={t.shareTitle({ title })} onClose={props.onClose}>
      <p>{t.shareText}</p>
      {data === undefined && <LoadingLines lines={3} />}
      <ul className={classes.roles}>
        {data?.roles.map(({ id, name }) => {
          const isShared = data.data.some(
            ({ widgetId, roleId }) => widgetId === placed.id && roleId === id,
          )
          const body = { widgetId: placed.id, roleId: id }
          return (
            <li key={id}>
              <span>{isShared ? `${name} · ${t.sharedNow}` : name}</span>
              <Button
                size="xs"
                variant="default"
                loading={share.isRunning || unShare.isRunning}
                onClick={() => (isShared ? unShare.run({ body }) : share.run({ body }))}
              >
                {isShared ? t.endShare({ role: name }) : t.shareWith({ role: name })}
              </Button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

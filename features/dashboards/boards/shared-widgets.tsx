import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import classes from './board.module.css'
import { type Board, cloneWidget } from './boards.contract.ts'
import { partTexts } from './editor.messages.ts'
import type { useBoardAnswers } from './use-board-answers.tsx'
import { WidgetTile } from './widget-tile.tsx'

/** What others share with the reader's role, each with the way onto the own dashboard. */
export default function SharedWidgets({
  shared,
  answers,
}: {
  shared: Board['shared']
  answers: ReturnType<typeof useBoardAnswers>
}) {
  const t = useTexts(partTexts)
  const clone = useAction(cloneWidget, {
    onDone: () => showSnackbar({ message: t.copied, tone: 'success' }),
  })
  const mayClone = useMayCall(cloneWidget)
  return (
    <section aria-label={t.shared}>
      <h2 className={classes.heading}>{t.shared}</h2>
      <div className={classes.grid}>
        {shared.map((one) => (
          <WidgetTile
            key={one.id}
            placed={one}
            answer={answers.get(one.id)}
            note={t.sharedBy({ name: one.sharedBy })}
            actions={
              mayClone && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={t.copy}
                  onClick={() => clone.run({ params: { id: one.id }, body: {} })}
                >
                  <IconCopy size={14} aria-hidden />
                </Button>
              )
            }
          />
        ))}
      </div>
    </section>
  )
}

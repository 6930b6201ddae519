import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { idleTimes } from './idle.ts'
import classes from './idle-dialog.module.css'
import { sessionTexts } from './session.messages.ts'

/** Screen readers announce only these seconds; announcing every second would drown everything else. */
const announcedSeconds = [60, 30, 10]

/** The session-timeout dialog. Closing it any other way means the same as Continue: the user is active. */
export function IdleDialog(props: { leftS: number; onQuit(): void; onContinue(): void }) {
  const t = useTexts(sessionTexts)
  const announced =
    announcedSeconds.findLast((second) => props.leftS <= second) ?? idleTimes.countdownS
  return (
    <Dialog
      isOpen
      size="sm"
      title={t.inactive}
      onClose={props.onContinue}
      keepsOpenOutside
      footer={
        <>
          <Button variant="default" onClick={props.onQuit}>
            {t.quit}
          </Button>
          <Button data-autofocus onClick={props.onContinue}>
            {t.continue}
          </Button>
        </>
      }
    >
      <p className={classes.text}>
        {t.countdown({ seconds: props.leftS })} {t.kept}
      </p>
      <progress
        className={classes.bar}
        max={idleTimes.countdownS}
        value={props.leftS}
        aria-hidden
      />
      <span className="cf-quiet" role="status">
        {t.countdown({ seconds: announced })}
      </span>
    </Dialog>
  )
}

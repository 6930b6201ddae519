import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { useUser, type ViewAs } from '@counterfoil/kit/web/session/user.tsx'
import { leaveView } from '@counterfoil/kit/web/session/view-as.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { endViewAs } from './view-as.contract.ts'
import { viewAsTexts } from './view-as.messages.ts'
import classes from './view-as.module.css'

/** Says whose portal this is and for how long; ends by itself when the time is over. */
export function ViewAsBanner({ view }: { view: ViewAs }) {
  const t = useTexts(viewAsTexts)
  const { firstName, lastName } = useUser()
  const minutes = useMinutesUntil(view.endsAt)
  const end = useAction(endViewAs, { onDone: leaveView })
  return (
    <section className={classes.banner} aria-label={t.banner}>
      <IconEye size={18} stroke={1.75} aria-hidden />
      <p>
        {t.seeing({ name: `${firstName} ${lastName}`.trim(), role: view.roleName })}{' '}
        <span className={classes.remaining}>{t.remaining({ minutes })}</span>
      </p>
      <Button size="compact-sm" variant="white" loading={end.isRunning} onClick={() => end.run({})}>
        {t.end}
      </Button>
    </section>
  )
}

/** Whole minutes left; leaves the view when there are none. */
function useMinutesUntil(endsAt: string): number {
  const [now, setNow] = useState(Date.now)
  const leftMs = Date.parse(endsAt) - now
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) leaveView()
  }, [isOver])
  return Math.max(0, Math.floor(leftMs / 60_000))
}

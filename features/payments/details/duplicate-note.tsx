import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconCopy } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import classes from './decline-note.module.css'
import { givenBack, type PaymentDetails } from './details.contract.ts'
import { duplicateTexts } from './payment-page.messages.ts'

/** What the other payments mean for this one; nothing where all of them were given back. */
function noteOf({ status, duplicates }: PaymentDetails) {
  const isBack = (one: string) => givenBack.some((state) => state === one)
  const isSettled = duplicates.every((one) => isBack(one.status))
  if (duplicates.length === 0 || (isBack(status) && isSettled)) return undefined
  if (isBack(status)) return 'givenBack'
  return isSettled ? 'settled' : 'open'
}

/** Other payments that may be the same one, charged twice. */
export function DuplicateNote({ payment }: { payment: PaymentDetails }) {
  const t = useTexts(duplicateTexts)
  const { pathname } = useLocation()
  const list = pathname.slice(0, pathname.lastIndexOf('/'))
  const note = noteOf(payment)
  if (note === undefined) return null
  const [title, text, tone] = {
    open: [t.title, t.text, 'pending'],
    settled: [t.settled, t.settledText, 'pending'],
    givenBack: [t.givenBack, t.givenBackText, 'neutral'],
  }[note]
  return (
    <section className={classes.note} data-tone={tone} aria-label={title}>
      <IconCopy size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <div>
        <p className={classes.reason}>{title}</p>
        <p className={classes.next}>{text}</p>
        <ul className={classes.others}>
          {payment.duplicates.map((one) => (
            <li key={one.id}>
              <Link to={`${list}/${one.id}`}>{one.externalId ?? one.id}</Link>{' '}
              <DateTime value={one.createdAt} seconds /> <StatusPill status={one.status} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

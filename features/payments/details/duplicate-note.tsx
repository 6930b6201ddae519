import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconCopy } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import classes from './decline-note.module.css'
import type { PaymentDetails } from './details.contract.ts'
import { duplicateTexts } from './payment-page.messages.ts'

/** Other payments that may be the same one, charged twice. */
export function DuplicateNote({ payment }: { payment: PaymentDetails }) {
  const t = useTexts(duplicateTexts)
  const { pathname } = useLocation()
  const list = pathname.slice(0, pathname.lastIndexOf('/'))
  if (payment.duplicates.length === 0) return null
  return (
    <section className={classes.note} data-tone="pending" aria-label={t.title}>
      <IconCopy size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <div>
        <p className={classes.reason}>{t.title}</p>
        <p className={classes.next}>{t.text}</p>
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

import { AddToList } from '@counterfoil/features/routing/antifraud/antifraud.screens.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import {
  maxLinked,
  type PaymentLink,
  readLinks,
  readMerchantLinks,
} from './linked-payments.contract.ts'
import { linkTexts } from './linked-payments.messages.ts'
import classes from './linked-payments.module.css'

interface LinkedPaymentsProps {
  readonly payment: {
    readonly id: string
    readonly merchantId: string
    readonly tenantId: string
    /** The entry by which its card is blocked already. */
    readonly blockedBy?: string | null
  }
  /** The address of the payment, unless it is that of the page. */
  readonly path?: string
}

/** What the lists of screening call it; a device is on none. */
const listedAs = { card: 'card', email: 'email', address: 'ip', device: undefined } as const

/** What other payments have in common with this one, and what became of them; below the payment's address. */
export function LinkedPayments({ payment, path: given }: LinkedPaymentsProps) {
  const own = useLocation().pathname.replace(/\/$/, '')
  const path = given ?? own
  const t = useTexts(linkTexts)
  const { audience } = useUser()
  const call = audience === 'merchant' ? readMerchantLinks : readLinks
  const links = useCall(call, { params: { id: payment.id } })
  if (links.data === undefined) {
    return links.error === null ? (
      <LoadingLines lines={3} />
    ) : (
      <ErrorState problem={links.error} onRetry={() => links.refetch()} />
    )
  }
  if (links.data.length === 0) return <p className={classes.none}>{t.none}</p>
  return (
    <ul className={classes.links} aria-label={t.title}>
      {links.data.map((link) => (
        <LinkItem key={link.by} link={link} payment={payment} path={path} />
      ))}
    </ul>
  )
}

function LinkItem({
  link,
  payment,
  path,
}: Required<LinkedPaymentsProps> & { readonly link: PaymentLink }) {
  const t = useTexts(linkTexts)
  const kind = listedAs[link.by]
  const counted = link.payments < maxLinked ? t.payments : t.atLeast
  const words = [
    counted({ count: link.payments }),
    ...(link.refused > 0 ? [t.refused({ count: link.refused })] : []),
    ...(link.disputed > 0 ? [t.disputed({ count: link.disputed })] : []),
    ...(link.cards > 1 ? [t.cards({ count: link.cards })] : []),
    ...(link.emails > 1 ? [t.emails({ count: link.emails })] : []),
  ]
  return (
    <li data-bad={link.disputed > 0 || undefined}>
      <span>
        {link.payments === 0 ? (
          t[link.by]
        ) : (
          <Anchor component={Link} inherit to={`${path}/payer/${link.by}`}>
            {t[link.by]}
          </Anchor>
        )}
        {link.value !== null && <code>{link.value}</code>}
      </span>
      <span>{words.join(' · ')}</span>
      {kind !== undefined && (
        <span className={classes.lists}>
          <Suspense>
            {(['block', 'trust'] as const).map((list) => (
              <AddToList
                key={list}
                {...{ payment, list, kind }}
                value={link.value ?? payment.id}
                blockedBy={payment.blockedBy ?? null}
              />
            ))}
          </Suspense>
        </span>
      )}
    </li>
  )
}

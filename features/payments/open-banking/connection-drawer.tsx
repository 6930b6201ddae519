import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { BankEntries } from './bank-entries.tsx'
import { ConnectionPill, Ends } from './connection-parts.tsx'
import {
  continueConnection,
  readConnection,
  refreshConnection,
  renewConnection,
  revokeConnection,
} from './connections.contract.ts'
import { connectionTexts } from './connections.messages.ts'
import classes from './open-banking.module.css'
import type { ConnectedAccount, Connection } from './open-banking.schema.ts'

/** One connection: how long it reads, its accounts as they are now, and what can be done with it. */
export function ConnectionDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const t = useTexts(connectionTexts)
  const found = useCall(readConnection, { params: { id } })
  const reading = useAction(refreshConnection, { quiet: true })
  const connection = found.data
  const asked = useRef<string>(undefined)
  const isReadable = connection?.state === 'Authorised'
  useEffect(() => {
    if (!isReadable || asked.current === id) return
    asked.current = id
    void reading.run({ params: { id } })
  }, [isReadable, id, reading.run])
  return (
    <SideDrawer isOpen onClose={onClose} title={connection?.bankName ?? t.title}>
      {connection === undefined && found.error === null && <LoadingLines lines={6} />}
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {connection !== undefined && (
        <div className={classes.parts}>
          <ConnectionFacts connection={connection} />
          <Actions connection={connection} onRevoked={() => void found.refetch()} />
          <div className={classes.head}>
            <h3>{t.accounts}</h3>
            {isReadable && (
              <Button
                size="xs"
                variant="default"
                loading={reading.isRunning}
                onClick={() => void reading.run({ params: { id } })}
              >
                {t.readNow}
              </Button>
            )}
          </div>
          <ProblemNote problem={reading.problem} />
          {connection.readError !== null && (
            <p className={classes.note} role="status">
              {t.readFailed({ why: connection.readError })}
            </p>
          )}
          <Accounts accounts={connection.accounts} />
          {connection.accounts.length > 0 && (
            <BankEntries connectionId={id} accounts={connection.accounts} />
          )}
        </div>
      )}
    </SideDrawer>
  )
}

function ConnectionFacts({ connection }: { connection: Connection }) {
  const t = useTexts(connectionTexts)
  const { renewsId, renewedById, authorisedAt, endedAt } = connection
  const other = (id: string, text: string) => (
    <Anchor component={Link} to={`?connection=${id}`}>
      {text}
    </Anchor>
  )
  return (
    <>
      {connection.isSandbox && <p className={classes.note}>{t.sandbox}</p>}
      <Facts
        facts={[
          [t.state, <ConnectionPill key="state" state={connection.state} />],
          [t.expires, <Ends key="ends" connection={connection} />],
          [t.authorised, <DateTime key="authorised" value={authorisedAt} />],
          ...(endedAt === null ? [] : [[t.ended, <DateTime key="e" value={endedAt} />] as const]),
          [
            t.read,
            connection.readAt === null ? t.never : <DateTime key="r" value={connection.readAt} />,
          ],
          [t.bankWord, connection.bankStatus],
          [t.consent, connection.consentId],
          [t.by, connection.createdBy],
          ...(renewsId === null ? [] : [[t.renews, other(renewsId, t.earlier)] as const]),
          ...(renewedById === null ? [] : [[t.renewedBy, other(renewedById, t.newer)] as const]),
        ]}
      />
      {connection.isBankToBeNotified && (
        <p className={classes.note} role="status">
          {t.notNotified}
        </p>
      )}
    </>
  )
}

function Actions({ connection, onRevoked }: { connection: Connection; onRevoked(): void }) {
  const t = useTexts(connectionTexts)
  const may = useMayCall(revokeConnection)
  const [asking, ask] = useState<'renew' | 'revoke'>()
  const params = { id: connection.id }
  const leave = { onDone: ({ url }: { url: string }) => window.location.assign(url), quiet: true }
  const goOn = useAction(continueConnection, leave)
  const renew = useAction(renewConnection, leave)
  const revoke = useAction(revokeConnection, {
    quiet: true,
    onDone: () => {
      ask(undefined)
      // what a DELETE is about is not read again by itself; a revoked connection is still there
      onRevoked()
      showSnackbar({ message: t.revoked, tone: 'success' })
    },
  })
  if (!may) return null
  const { state } = connection
  const isOpen = state === 'Authorised' || state === 'AwaitingAuthorisation'
  if (!isOpen && !connection.mayRenew) return null
  return (
    <div className={classes.actions}>
      {state === 'AwaitingAuthorisation' && (
        <Button size="xs" loading={goOn.isRunning} onClick={() => void goOn.run({ params })}>
          {t.continue}
        </Button>
      )}
      {connection.mayRenew && (
        <Button size="xs" onClick={() => ask('renew')}>
          {t.renew}
        </Button>
      )}
      {isOpen && (
        <Button size="xs" variant="default" color="danger" onClick={() => ask('revoke')}>
          {t.revoke}
        </Button>
      )}
      <ProblemNote problem={goOn.problem} />
      {asking === 'renew' && (
        <ConfirmDialog
          isOpen
          title={t.renewTitle}
          text={t.renewText}
          confirmLabel={t.go}
          isRunning={renew.isRunning}
          problem={renew.problem}
          onClose={() => ask(undefined)}
          onConfirm={() => void renew.run({ params })}
        />
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={t.revokeTitle}
          text={t.revokeText({ bank: connection.bankName })}
          confirmLabel={t.revoke}
          isRunning={revoke.isRunning}
          problem={revoke.problem}
          onClose={() => ask(undefined)}
          onConfirm={() => void revoke.run({ params })}
        />
      )}
    </div>
  )
}

function Accounts({ accounts }: { accounts: readonly ConnectedAccount[] }) {
  const t = useTexts(connectionTexts)
  if (accounts.length === 0) return <p className={classes.note}>{t.noAccounts}</p>
  return (
    <ul className={classes.accounts}>
      {accounts.map(({ id, name, numberEnd, currency, balance, balanceAt }) => (
        <li key={id}>
          <span>
            {name}, {t.ending({ digits: numberEnd })}
          </span>
          {balance !== null && <Money amount={balance} currency={currency} />}
          <DateTime value={balanceAt} />
        </li>
      ))}
    </ul>
  )
}

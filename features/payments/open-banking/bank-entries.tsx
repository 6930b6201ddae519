import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Older } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { listBankEntries } from './connections.contract.ts'
import { connectionTexts } from './connections.messages.ts'
import classes from './open-banking.module.css'
import type { BankEntryView, ConnectedAccount } from './open-banking.schema.ts'

const pageSize = 15

/** The transactions of a connection, searched and walked page by page. */
export function BankEntries(props: {
  connectionId: string
  accounts: readonly ConnectedAccount[]
}) {
  const t = useTexts(connectionTexts)
  const [search, setSearch] = useState<string>()
  const [account, setAccount] = useState('')
  const [direction, setDirection] = useState<'' | 'in' | 'out'>('')
  /** The cursors of the pages up to this one. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const found = useCall(
    listBankEntries,
    {
      query: {
        ...{ connectionId: props.connectionId, pageSize },
        ...(account === '' ? {} : { accountId: account }),
        ...(search === undefined || search === '' ? {} : { searchKey: search }),
        ...(direction === '' ? {} : { direction }),
        ...(cursor === undefined ? {} : { cursor }),
      },
    },
    { keepPrevious: true },
  )
  const fromStart = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      setCursors([])
      set(value)
    }
  }
  const next = found.data?.nextCursor ?? null
  return (
    <section className={classes.parts} aria-label={t.entries}>
      <h3>{t.entries}</h3>
      <div className={classes.actions}>
        <SearchField value={search} placeholder={t.searchEntries} onSearch={fromStart(setSearch)} />
        <NativeSelect
          size="xs"
          aria-label={t.account}
          value={account}
          onChange={(event) => fromStart(setAccount)(event.currentTarget.value)}
          data={[
            { value: '', label: `${t.account}: ${t.all}` },
            ...props.accounts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <NativeSelect
          size="xs"
          aria-label={t.direction}
          value={direction}
          onChange={(event) =>
            fromStart(setDirection)(event.currentTarget.value as '' | 'in' | 'out')
          }
          data={[
            { value: '', label: `${t.direction}: ${t.all}` },
            { value: 'in', label: t.in },
            { value: 'out', label: t.out },
          ]}
        />
      </div>
      <ProblemNote problem={found.error} />
      {found.data?.data.length === 0 && <p className={classes.note}>{t.noEntries}</p>}
      {found.data !== undefined && found.data.data.length > 0 && (
        <Older isOld={found.isPlaceholderData}>
          <EntryTable entries={found.data.data} />
        </Older>
      )}
      <div className={classes.actions}>
        {cursors.length > 0 && (
          <Button size="xs" variant="default" onClick={() => setCursors(cursors.slice(0, -1))}>
            {t.later}
          </Button>
        )}
        {next !== null && (
          <Button size="xs" variant="default" onClick={() => setCursors([...cursors, next])}>
            {t.older}
          </Button>
        )}
      </div>
    </section>
  )
}

function EntryTable({ entries }: { entries: readonly BankEntryView[] }) {
  const t = useTexts(connectionTexts)
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t.booked}</th>
          <th scope="col">{t.amount}</th>
          <th scope="col">{t.reference}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <DateTime value={entry.bookedAt} />
            </td>
            <td>
              <Money amount={entry.amount} currency={entry.currency} />
            </td>
            <td>
              {entry.reference}
              <span className={classes.note}> {entry.counterparty}</span>
              {entry.paymentId !== null && (
                <>
                  {' '}
                  <Anchor
                    component={Link}
                    to={`/merchant/transaction-management/transaction-lookup/${entry.paymentId}`}
                  >
                    {t.quoted}
                  </Anchor>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

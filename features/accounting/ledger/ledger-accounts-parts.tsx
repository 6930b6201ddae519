import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import resourceClasses from '@counterfoil/kit/web/resource/resource.module.css'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useId } from 'react'
import { readAccountBalances } from './ledger-accounts.contract.ts'
import { accountTexts } from './ledger-accounts.messages.ts'

/** The current balance of the account, by mode and currency. */
function Balances({ row }: { row: ResourceRow }) {
  const t = useTexts(accountTexts)
  const heading = useId()
  const balances = useCall(readAccountBalances, { params: { id: row.id } })
  return (
    <section className={resourceClasses.part} aria-labelledby={heading}>
      <h3 id={heading}>{t.balances}</h3>
      {balances.error !== null && (
        <ErrorState problem={balances.error} onRetry={() => balances.refetch()} />
      )}
      {balances.isLoading && <LoadingLines lines={2} />}
      {balances.data?.length === 0 && <p className={resourceClasses.about}>{t.nothing}</p>}
      {balances.data !== undefined && balances.data.length > 0 && (
        <>
          <p className={resourceClasses.about}>{t.aboutBalances}</p>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t.mode}</th>
                <th scope="col">{t.balance}</th>
              </tr>
            </thead>
            <tbody>
              {balances.data.map(({ mode, currency, amount }) => (
                <tr key={`${mode} ${currency}`}>
                  <td>{t[mode]}</td>
                  <td>
                    <Money amount={amount} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}

export const parts: ResourceParts = {
  below: (row) => row !== undefined && <Balances row={row} />,
}

import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { paymentMethods } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ListFilters, OneFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { useCurrencyChoices } from '@counterfoil/kit/web/formats/names-of-codes.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useLocation } from 'react-router'
import { listSetups, type MerchantSetup } from './processing-setup.contract.ts'
import { listTexts, setupTexts } from './processing-setup.messages.ts'
import classes from './processing-setup.module.css'

const filterNames = ['searchKey', 'method', 'currency', 'state', 'tenantId'] as const
const most = 50

/** Merchants by methods and currencies, each ready or with the number of what is missing. */
export function SetupList() {
  const t = useTexts(listTexts)
  const says = useTexts(setupTexts)
  const { pathname } = useLocation()
  const { audience } = useUser()
  const { tenants } = useUserContext()
  const { language } = useLanguage()
  const currencies = useCurrencyChoices()
  const list = useListState({ filters: filterNames })
  const { searchKey, method, currency, state, tenantId } = list.filters
  const query = {
    pageSize: Math.min(list.pageSize, most),
    ...(list.cursor === undefined ? {} : { cursor: list.cursor }),
    ...(searchKey === undefined ? {} : { searchKey }),
    ...(method === undefined ? {} : { method }),
    ...(currency === undefined ? {} : { currency }),
    ...(state === undefined ? {} : { state }),
    ...(tenantId === undefined ? {} : { tenantId }),
  }
  const found = useCall(listSetups, { query: query as never }, { keepPrevious: true })
  const shown =
    method === undefined ? paymentMethods : paymentMethods.filter((one) => one === method)
  const columns: GridColumn<MerchantSetup>[] = [
    {
      ...{ id: 'merchant', title: t.merchant, isFixed: true, narrow: '1', width: 180 },
      cell: (row) => row.merchantName,
    },
    ...(audience === 'platform'
      ? [
          {
            ...{ id: 'tenant', title: t.tenant, narrow: '2' as const, width: 140 },
            cell: (row: MerchantSetup) => row.tenantName,
          },
        ]
      : []),
    ...shown.map((one) => ({
      ...{ id: one, title: paymentLabel('method', one, language), width: 170 },
      cell: (row: MerchantSetup) => (
        <Cells cells={row.cells.filter((cell) => cell.method === one)} />
      ),
    })),
  ]
  const choices = {
    methods: paymentMethods.map((value) => ({
      value,
      label: paymentLabel('method', value, language),
    })),
    currencies,
    states: [
      { value: 'ready', label: t.ready },
      { value: 'not_ready', label: t.notReady },
    ],
    tenants: tenants.map(({ id, name }) => ({ value: id, label: name })),
  }
  return (
    <>
      <p className={classes.about}>{t.about}</p>
      <DataGrid<MerchantSetup>
        id="processing-setups"
        label={t.label}
        columns={columns}
        rows={found.data?.data}
        rowId={({ merchantId }) => merchantId}
        rowLink={(row) => `${pathname}?${linkOf(row, { method, currency })}`}
        isRefreshing={found.isPlaceholderData}
        isOutdated={found.isPlaceholderData}
        problem={found.error}
        onRetry={() => found.refetch()}
        paging={list.cursorPaging(found.data)}
        empty={{ title: t.empty, text: t.emptyText }}
        toolbar={
          <ListFilters list={list} search={t.search}>
            <OneFilter list={list} name="method" label={says.method} choices={choices.methods} />
            <OneFilter
              list={list}
              name="currency"
              label={says.currency}
              choices={choices.currencies}
            />
            <OneFilter list={list} name="state" label={t.state} choices={choices.states} />
            {audience === 'platform' && (
              <OneFilter list={list} name="tenantId" label={t.tenant} choices={choices.tenants} />
            )}
          </ListFilters>
        }
      />
    </>
  )
}

/** Opens a merchant at the first that is missing. */
function linkOf(
  { merchantId, cells }: MerchantSetup,
  asked: { method: string | undefined; currency: string | undefined },
): string {
  const first = cells.find((cell) => !cell.isReady) ?? cells[0]
  return new URLSearchParams({
    merchantId,
    method: asked.method ?? first?.method ?? 'card',
    currency: asked.currency ?? first?.currency ?? 'EUR',
  }).toString()
}

const tones = { ready: 'positive', missing: 'negative' } as const

function Cells({ cells }: { cells: MerchantSetup['cells'] }) {
  const t = useTexts(listTexts)
  return (
    <span className={classes.cells}>
      {cells.map(({ currency, isReady, missing }) => (
        <span key={currency} className={classes.cell}>
          {currency}{' '}
          <StatusPill
            status={isReady ? 'ready' : 'missing'}
            map={tones}
            label={isReady ? t.ready : t.missing({ count: String(missing) })}
          />
        </span>
      ))}
    </span>
  )
}

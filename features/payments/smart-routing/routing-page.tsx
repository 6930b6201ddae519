import '@counterfoil/kit/web/theme/input-styles.ts'
import { MerchantSelect } from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMay, useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { OpeningForm } from './opening-form.tsx'
import {
  createVersion,
  type RoutingOverview,
  readRouting,
  rulesView,
} from './smart-routing.contract.ts'
import { routingTexts } from './smart-routing.messages.ts'
import classes from './smart-routing.module.css'
import { Traffic } from './traffic-graph.tsx'
import { VersionPanel } from './version-panel.tsx'
import { type Face, VersionState } from './version-state.tsx'

/** The versions of a merchant's rules, and the one that is opened. */
export function RoutingPage({ face }: { face: Face }) {
  const t = useTexts(routingTexts)
  const [search, setSearch] = useSearchParams()
  const isOperator = face === 'operator'
  const mayLook = useMay(rulesView)
  const merchantId = search.get('merchantId')
  const mode = search.get('mode') === 'Test' ? 'Test' : 'Live'
  const set = (name: string, value: string | null) =>
    setSearch((current) => {
      const next = new URLSearchParams(current)
      if (value === null) next.delete(name)
      else next.set(name, value)
      if (name !== 'version') next.delete('version')
      return next
    })
  const found = useCall(
    readRouting,
    { query: isOperator ? { merchantId: merchantId ?? '', mode } : {} },
    { enabled: !isOperator || merchantId !== null },
  )
  const titles = { v1: t.titleOrdered, v2: t.title, operator: t.titleOperator }
  return (
    <Page
      title={titles[face]}
      description={face === 'v1' ? t.descriptionOrdered : t.description}
      actions={
        mayLook &&
        !isOperator && (
          <Button size="xs" variant="default" component={Link} to="/smart-routing-visualization">
            {t.traffic}
          </Button>
        )
      }
    >
      {isOperator && (
        <div className={classes.place}>
          <Suspense>
            <MerchantSelect
              label={t.merchant}
              value={merchantId}
              onChange={(id) => set('merchantId', id)}
            />
          </Suspense>
          <NativeSelect
            label={t.mode}
            value={mode}
            data={(['Live', 'Test'] as const).map((value) => ({ value, label: t[value] }))}
            onChange={(event) => set('mode', event.currentTarget.value)}
          />
        </div>
      )}
      {isOperator && merchantId === null && <EmptyState title={t.chooseMerchant} />}
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {found.isLoading && <LoadingLines lines={6} />}
      {found.data !== undefined && (
        <Routing
          overview={found.data}
          face={face}
          opened={search.get('version')}
          onOpen={(id) => set('version', id)}
        />
      )}
    </Page>
  )
}

function Routing(props: {
  overview: RoutingOverview
  face: Face
  opened: string | null
  onOpen(id: string | null): void
}) {
  const { overview, face, onOpen } = props
  const t = useTexts(routingTexts)
  const mayCreate = useMayCall(createVersion)
  const create = useAction(createVersion, { onDone: ({ id }) => onOpen(id) })
  const mayChange = mayCreate && overview.may.includes('order')
  const place =
    face === 'operator'
      ? { merchantId: overview.merchantId, mode: overview.mode }
      : { mode: overview.mode }
  const opened = props.opened ?? overview.activeId ?? overview.versions.at(0)?.id ?? null
  return (
    <>
      {face !== 'operator' && !overview.may.includes('order') && (
        <p className={classes.note} role="status">
          {t.notOpened}
        </p>
      )}
      <Section
        title={t.versions}
        actions={
          mayChange && (
            <Button
              size="xs"
              loading={create.isRunning}
              onClick={() => void create.run({ body: place })}
            >
              {t.newDraft}
            </Button>
          )
        }
      >
        {overview.versions.length === 0 ? (
          <p>{mayChange ? `${t.noVersions} ${t.beginDraft}` : t.noVersions}</p>
        ) : (
          <Versions overview={overview} opened={opened} onOpen={onOpen} />
        )}
      </Section>
      {opened !== null && (
        <VersionPanel
          key={opened}
          id={opened}
          overview={overview}
          face={face}
          mayChange={mayChange}
          onCopy={(from) => void create.run({ body: { ...place, from } })}
          onGone={() => onOpen(null)}
        />
      )}
      {face === 'operator' && (
        <Traffic of={{ merchantId: overview.merchantId, mode: overview.mode }} />
      )}
      {face === 'operator' && <OpeningForm merchantId={overview.merchantId} />}
    </>
  )
}

function Versions(props: {
  overview: RoutingOverview
  opened: string | null
  onOpen(id: string): void
}) {
  const t = useTexts(routingTexts)
  return (
    <div className={classes.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t.number}</th>
            <th scope="col">{t.state}</th>
            <th scope="col">{t.note}</th>
            <th scope="col">{t.rulesCount}</th>
            <th scope="col">{t.madeBy}</th>
            <th scope="col">{t.activatedAt}</th>
          </tr>
        </thead>
        <tbody>
          {props.overview.versions.map((one) => (
            <tr key={one.id} aria-current={one.id === props.opened ? 'true' : undefined}>
              <td>
                <Button
                  size="compact-xs"
                  variant={one.id === props.opened ? 'filled' : 'default'}
                  aria-label={`${t.open}: ${t.number} ${one.number}`}
                  onClick={() => props.onOpen(one.id)}
                >
                  {one.number}
                </Button>
              </td>
              <td>
                <VersionState of={one} />
              </td>
              <td>{one.note || '–'}</td>
              <td>{one.rules}</td>
              <td>{one.madeBy}</td>
              <td>
                <DateTime value={one.activatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

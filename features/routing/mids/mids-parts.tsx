import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useProviderNames } from '@counterfoil/kit/web/formats/names-of-codes.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import type { z } from 'zod'
import { listMidBreakers, type midBreaker, resetMidBreaker } from './breakers.contract.ts'
import { breakerTexts, failureTexts } from './breakers.messages.ts'
import classes from './mids.module.css'
import { mids } from './mids.resource.ts'

type Breaker = z.infer<typeof midBreaker>

const refetchEveryMs = 5_000
const tones = { closed: 'positive', failing: 'pending', open: 'negative' } as const

export const parts: ResourceParts = {
  cells: { midCode: (row) => <MidCode row={row} /> },
  below: (row) => row !== undefined && <MidAvailability row={row} />,
}

const stateOf = ({ openedAt, failures }: Breaker) =>
  openedAt !== null ? 'open' : failures > 0 ? 'failing' : 'closed'

/** The breakers of a MID: its own, and that of its acquirer. */
function useBreakers({ id, tenantId, provider }: ResourceRow): readonly Breaker[] {
  const call = useCall(listMidBreakers, {}, { refetchEveryMs, quiet: true, staleMs: 1_000 })
  const breakers = call.data?.breakers ?? []
  return breakers.filter(
    (one) =>
      one.tenantId === tenantId &&
      one.provider === provider &&
      (one.midId === null || one.midId === id),
  )
}

function MidCode({ row }: { row: ResourceRow }) {
  const t = useTexts(breakerTexts)
  const isOpen = useBreakers(row).some((one) => one.openedAt !== null)
  return (
    <span className={classes.code}>
      {String(row.midCode)}
      {isOpen && <StatusPill status="open" map={tones} label={t.open} />}
    </span>
  )
}

function MidAvailability({ row }: { row: ResourceRow }) {
  const t = useTexts(breakerTexts)
  const mayEdit = useMayEdit(mids)
  const breakers = useBreakers(row)
  const reset = useAction(resetMidBreaker, {
    onDone: () => showSnackbar({ message: t.resetDone, tone: 'success' }),
  })
  const hasFailures = breakers.some(({ failures }) => failures > 0)
  return (
    <RecordPart
      title={t.title}
      about={t.about}
      action={
        mayEdit &&
        hasFailures && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={reset.isRunning}
            onClick={() => void reset.run({ params: { id: row.id }, body: {} })}
          >
            {t.reset}
          </Button>
        )
      }
    >
      {breakers.length === 0 && <StatusPill status="closed" map={tones} label={t.closed} />}
      <ul className={classes.breakers}>
        {breakers.map((one) => (
          <BreakerLine key={one.midId ?? ''} breaker={one} />
        ))}
      </ul>
      <ProblemNote problem={reset.problem} />
    </RecordPart>
  )
}

function Cause({ of: { cause } }: { of: Breaker }) {
  const say = useTranslate()
  const text = failureTexts[cause ?? '']
  return text === undefined ? <code>{cause}</code> : say(text)
}

function BreakerLine({ breaker }: { breaker: Breaker }) {
  const t = useTexts(breakerTexts)
  const providerName = useProviderNames()
  const { provider, midId, failures, failedAt, openedAt, probeAt, resetAt, resetBy } = breaker
  const state = stateOf(breaker)
  return (
    <li>
      <StatusPill status={state} map={tones} label={t[state]} />{' '}
      {midId === null ? t.acquirer({ provider: providerName(provider) }) : t.mid} ·{' '}
      {t.failures({ count: failures })}
      {failedAt !== null && (
        <>
          {' · '}
          {t.last} <DateTime value={failedAt} seconds /> (<Cause of={breaker} />)
        </>
      )}
      {openedAt !== null && (
        <>
          {' · '}
          {t.since} <DateTime value={openedAt} seconds /> · {t.probe}{' '}
          <DateTime value={probeAt} seconds />
        </>
      )}
      {resetAt !== null && (
        <>
          {' · '}
          {t.wasReset({ name: resetBy ?? '' })} <DateTime value={resetAt} />
        </>
      )}
    </li>
  )
}

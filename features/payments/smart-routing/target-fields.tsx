import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { midsNamedBy } from '@counterfoil/features/routing/rule-sets/choose-route.rules.ts'
import type { Otherwise, Target } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { digitRule } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ActionIcon, Button, MultiSelect, NativeSelect } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { ShareInput } from './share-input.tsx'
import type { RoutingOverview } from './smart-routing.contract.ts'
import { ruleTexts, wayTexts } from './smart-routing.messages.ts'
import classes from './smart-routing.module.css'

type Way = Otherwise['way']

interface TargetProps {
  readonly to: Otherwise
  readonly overview: RoutingOverview
  /** Of all other payments, which may also go by priority or nowhere. */
  readonly isLast?: boolean
  readonly isOrderedOnly: boolean
  onChange(to: Otherwise): void
}

const wholeShare = 10_000

/** Where a rule sends payments. */
export function TargetFields(props: TargetProps) {
  const { to, overview, onChange } = props
  const t = useTexts(ruleTexts)
  const ways = useTexts(wayTexts)
  const offered = waysFor(props)
  const named = midsNamedBy(to)
  return (
    <fieldset className={classes.part}>
      <legend>{t.goesTo}</legend>
      <div className={classes.row}>
        <NativeSelect
          aria-label={t.way}
          size="xs"
          value={to.way}
          data={offered.map((value) => ({ value, label: ways[value] }))}
          onChange={(event) =>
            onChange(newTarget(event.currentTarget.value as Way, named, overview))
          }
        />
        {to.way !== 'priority' && to.way !== 'none' && to.way !== 'split' && (
          <MultiSelect
            aria-label={t.mids}
            size="xs"
            className={classes.wide}
            searchable
            value={to.midIds}
            data={overview.mids.map(({ id, midCode }) => ({ value: id, label: midCode }))}
            onChange={(midIds) => onChange({ ...to, midIds })}
          />
        )}
        {to.way === 'approval' && (
          <>
            <Count
              label={t.approvalDays}
              value={to.days}
              onChange={(days) => onChange({ ...to, days })}
            />
            <Count
              label={t.atLeast}
              value={to.atLeast}
              onChange={(atLeast) => onChange({ ...to, atLeast })}
            />
          </>
        )}
      </div>
      {to.way === 'split' && <Parts to={to} overview={overview} onChange={onChange} />}
    </fieldset>
  )
}

function waysFor({ to, overview, isLast, isOrderedOnly }: TargetProps): Way[] {
  const ranked = overview.may.includes('rank') && !isOrderedOnly
  const shared = overview.may.includes('split') && !isOrderedOnly
  const all: Way[] = [
    'order',
    ...(shared ? (['split'] as const) : []),
    ...(ranked ? (['cheapest', 'approval'] as const) : []),
    ...(isLast === true ? (['priority', 'none'] as const) : []),
  ]
  // what it is stays to be seen, also where it is not offered
  return all.includes(to.way) ? all : [...all, to.way]
}

function newTarget(way: Way, named: readonly string[], { mids }: RoutingOverview): Otherwise {
  const midIds = named.length > 0 ? [...named] : mids.slice(0, 1).map(({ id }) => id)
  switch (way) {
    case 'none':
    case 'priority':
      return { way }
    case 'split': {
      const even = Math.floor(wholeShare / midIds.length)
      const first = wholeShare - even * (midIds.length - 1)
      return {
        way,
        parts: midIds.map((midId, at) => ({ midId, basisPoints: at === 0 ? first : even })),
      }
    }
    case 'approval':
      return { way, midIds, days: 7, atLeast: 100 }
    default:
      return { way, midIds }
  }
}

function Parts(props: {
  to: Extract<Target, { way: 'split' }>
  overview: RoutingOverview
  onChange(to: Otherwise): void
}) {
  const { to, overview, onChange } = props
  const t = useTexts(ruleTexts)
  const sum = to.parts.reduce((all, { basisPoints }) => all + basisPoints, 0)
  const put = (parts: typeof to.parts) => onChange({ ...to, parts })
  const first = overview.mids.find(({ id }) => !to.parts.some(({ midId }) => midId === id))
  return (
    <>
      {to.parts.map((part, at) => (
        <div className={classes.row} key={part.midId}>
          <NativeSelect
            label={t.mid}
            size="xs"
            value={part.midId}
            data={overview.mids.map(({ id, midCode }) => ({ value: id, label: midCode }))}
            onChange={(event) =>
              put(to.parts.with(at, { ...part, midId: event.currentTarget.value }))
            }
          />
          <ShareInput
            label={t.share}
            value={part.basisPoints}
            onChange={(basisPoints) => put(to.parts.with(at, { ...part, basisPoints }))}
          />
          <ActionIcon
            variant="default"
            aria-label={t.removePart({ number: String(at + 1) })}
            disabled={to.parts.length === 1}
            onClick={() => put(to.parts.toSpliced(at, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.row}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={first === undefined}
          onClick={() => {
            if (first === undefined) return
            const basisPoints = Math.max(1, wholeShare - sum)
            put([...to.parts, { midId: first.id, basisPoints }])
          }}
        >
          {t.addPart}
        </Button>
        <span role="status">{t.sum({ sum: (sum / 100).toFixed(2) })}</span>
      </div>
    </>
  )
}

function Count(props: { label: string; value: number; onChange(value: number): void }) {
  return (
    <RuledInput
      label={props.label}
      size="xs"
      rule={digitRule()}
      value={String(props.value)}
      onValue={(text) => props.onChange(Number(text))}
    />
  )
}

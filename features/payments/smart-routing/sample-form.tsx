import '@counterfoil/kit/web/theme/input-styles.ts'
import { reasonIn } from '@counterfoil/features/routing/mids/objections.rules.ts'
import {
  otherwiseId,
  type RuleSet,
  riskValues,
} from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { digitRule } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { AmountInput, useSameNumber, useValueChoices } from './condition-fields.tsx'
import { useRuleWords } from './rule-words.tsx'
import {
  type RoutingOverview,
  type SamplePayment,
  type Trial,
  trySample,
  type VersionDetails,
} from './smart-routing.contract.ts'
import { riskTexts, ruleTexts, sampleTexts } from './smart-routing.messages.ts'
import classes from './smart-routing.module.css'

const begin: Omit<SamplePayment, 'currency'> = {
  ...{ amount: 5000, method: 'card', brand: 'visa', iin: '424242' },
  ...{ issuerCountry: null, customerCountry: null, website: null, channel: 'api' },
  ...{ orderType: null, risk: 'none', at: null },
}

const tones = { takes: 'positive', passes: 'neutral', not_reached: 'neutral' } as const

/** A payment that is made up, beside every rule. */
export function SampleForm(props: {
  version: VersionDetails
  set: RuleSet
  overview: RoutingOverview
  isChanged: boolean
}) {
  const t = useTexts(sampleTexts)
  const risks = useTexts(riskTexts)
  const choices = useValueChoices(props.overview)
  const [sample, setSample] = useState<SamplePayment>({
    ...begin,
    currency: props.overview.currency,
  })
  const run = useAction(trySample, { quiet: true })
  const [trial, setTrial] = useState<Trial>()
  const same = useSameNumber()
  const put = (some: Partial<SamplePayment>) => {
    const { amount: before, currency } = sample
    const amount = same(before, currency, some.currency ?? currency) ?? 0
    setSample({ ...sample, amount, ...some })
  }
  const none = { value: '', label: t.none }
  const select = (
    name: 'currency' | 'method' | 'brand' | 'issuerCountry' | 'customerCountry' | 'channel',
    isOptional = false,
  ) => (
    <NativeSelect
      label={t[name]}
      size="xs"
      value={sample[name] ?? ''}
      data={[...(isOptional ? [none] : []), ...choices(name)]}
      onChange={(event) => put({ [name]: event.currentTarget.value || null })}
    />
  )
  return (
    <Section title={t.title}>
      <p className={classes.about}>{t.about}</p>
      <div className={classes.row}>
        <AmountInput
          label={t.amount}
          currency={sample.currency}
          value={sample.amount}
          onChange={(amount) => put({ amount: amount ?? 0 })}
        />
        {select('currency')}
        {select('method')}
        {sample.method === 'card' && (
          <>
            {select('brand', true)}
            <RuledInput
              label={t.iin}
              size="xs"
              rule={digitRule()}
              value={sample.iin ?? ''}
              onValue={(text) => put({ iin: text === '' ? null : text.slice(0, 6) })}
            />
            {select('issuerCountry', true)}
          </>
        )}
        {select('customerCountry', true)}
        {select('channel')}
        <NativeSelect
          label={t.risk}
          size="xs"
          value={sample.risk}
          data={riskValues.map((value) => ({ value, label: risks[value] }))}
          onChange={(event) => put({ risk: event.currentTarget.value as SamplePayment['risk'] })}
        />
        <Button
          size="xs"
          loading={run.isRunning}
          disabled={props.isChanged}
          onClick={async () =>
            setTrial(await run.run({ params: { id: props.version.id }, body: sample }))
          }
        >
          {t.run}
        </Button>
      </div>
      {props.isChanged && <p className={classes.about}>{t.unsaved}</p>}
      <ProblemNote problem={run.problem} />
      {trial !== undefined && <Outcome trial={trial} set={props.set} overview={props.overview} />}
    </Section>
  )
}

function Outcome(props: { trial: Trial; set: RuleSet; overview: RoutingOverview }) {
  const { trial, set } = props
  const t = useTexts(sampleTexts)
  const rules = useTexts(ruleTexts)
  const words = useRuleWords(props.overview)
  const { language } = useLanguage()
  const candidates = trial.mids.filter(({ isEligible }) => isEligible)
  return (
    <div role="status">
      <div className={classes.scroll}>
        <table className={table.table}>
          <tbody>
            {trial.rules.map((one, at) => (
              <tr key={one.ruleId}>
                <td>
                  {at + 1}. {one.name}
                </td>
                <td>
                  <StatusPill status={one.outcome} map={tones} label={t[one.outcome]} />
                </td>
                <td className={classes.verdicts}>
                  {one.conditions.map((verdict, place) => {
                    const condition = set.rules[at]?.conditions[place]
                    return (
                      <div key={place}>
                        {condition === undefined ? '' : words.condition(condition)} – {t[verdict]}
                      </div>
                    )
                  })}
                </td>
              </tr>
            ))}
            {trial.ruleId === otherwiseId && (
              <tr>
                <td>{rules.otherwise}</td>
                <td>
                  <StatusPill status="takes" map={tones} label={t.takes} />
                </td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {candidates.length === 0 ? (
        <p>{t.nowhere}</p>
      ) : (
        <p>
          {t.goes}: <strong>{candidates.map(({ midCode }) => midCode).join(' → ')}</strong>
        </p>
      )}
      {trial.mids
        .filter(({ isEligible }) => !isEligible)
        .map(({ id, midCode, reason }) => (
          <p key={id} className={classes.about}>
            {midCode}: {reasonIn(reason, language)}
          </p>
        ))}
    </div>
  )
}

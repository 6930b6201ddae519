import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { Facts, Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { FieldValue } from '@counterfoil/kit/web/resource/resource-cells.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useSystemMode } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { antifraudRules } from './antifraud-rules.resource.ts'
import { type AppliedRule, readMerchantScreening } from './merchant-rules.contract.ts'
import { ruleFields } from './rule-fields.schema.ts'
import { EffectCell, EffectPill, StatusFacts, StatusPart } from './rule-status-parts.tsx'
import { merchantRuleTexts } from './screening-rules.messages.ts'
import classes from './screening-rules.module.css'

export const parts: ResourceParts = {
  above: MerchantScreening,
  cells: { effect: (row) => <EffectCell row={row} /> },
  after: (row) => <StatusPart row={row} />,
}

/** What a merchant's payments are looked at by, and how far its own rules may go; operators have a page of theirs. */
function MerchantScreening() {
  return useUser().audience === 'merchant' ? <OperatorsRules /> : null
}

function OperatorsRules() {
  const t = useTexts(merchantRuleTexts)
  const found = useCall(readMerchantScreening, {})
  const [opened, setOpened] = useState<AppliedRule>()
  if (found.error !== null) {
    return <ErrorState problem={found.error} onRetry={() => void found.refetch()} />
  }
  if (found.data === undefined) return <LoadingLines lines={4} />
  const { isScreening, ownRules, rules } = found.data
  return (
    <>
      <Section title={t.operators}>
        {!isScreening && <p role="status">{t.off}</p>}
        {rules.length === 0 ? (
          <p className={classes.text}>{t.nothing}</p>
        ) : (
          <RuleTable rules={rules} onOpen={setOpened} />
        )}
      </Section>
      <Section title={t.own}>
        <p className={classes.text}>{ownRules === null ? t.notOpened : t[ownRules]}</p>
      </Section>
      {opened !== undefined && <RuleDrawer of={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function RuleTable(props: { rules: readonly AppliedRule[]; onOpen(rule: AppliedRule): void }) {
  const t = useTexts(merchantRuleTexts)
  const { mode } = useSystemMode()
  const nameOf = useRuleName()
  return (
    <table className={`${table.table} ${classes.words}`}>
      <thead>
        <tr>
          <th scope="col">{t.rule}</th>
          <th scope="col">{t.follows}</th>
          <th scope="col">{t.state}</th>
          <th scope="col">{mode === 'Live' ? t.foundLive : t.foundTest}</th>
        </tr>
      </thead>
      <tbody>
        {props.rules.map((one) => (
          <tr key={one.id}>
            <td>
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="left"
                aria-label={t.see({ rule: nameOf(one) })}
                onClick={() => props.onOpen(one)}
              >
                {nameOf(one)}
              </Anchor>
            </td>
            <td>
              <FieldValue field={ruleFields.outcome} value={one.outcome} row={{}} />
            </td>
            <td>
              <EffectPill of={one.status} />
            </td>
            <td>{one.status.counts.matched}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useRuleName(): (of: AppliedRule) => string {
  const translate = useTranslate()
  return ({ rule }) => {
    const choice = ruleFields.rule.choices?.find(({ value }) => value === rule)
    return choice === undefined ? rule : translate(choice.label)
  }
}

/** Whether a rule of the operator is in force, what it did, and its numbers where these are shown. */
function RuleDrawer({ of, onClose }: { of: AppliedRule; onClose(): void }) {
  const nameOf = useRuleName()
  const translate = useTranslate()
  const { limits } = of
  const shown = Object.entries(antifraudRules.fields).filter(([name]) => {
    const value = limits?.[name] ?? null
    return value !== null && !(Array.isArray(value) && value.length === 0)
  })
  return (
    <SideDrawer isOpen onClose={onClose} title={nameOf(of)}>
      {limits !== null && shown.length > 0 && (
        <Facts
          facts={shown.map(([name, field]) => [
            translate(field.label),
            <FieldValue key={name} field={field} value={limits[name]} row={limits} />,
          ])}
        />
      )}
      <StatusFacts of={of.status} />
    </SideDrawer>
  )
}

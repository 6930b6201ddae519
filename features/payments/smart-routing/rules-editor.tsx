import '@counterfoil/kit/web/theme/input-styles.ts'
import {
  otherwiseId,
  type Rule,
  type RuleSet,
} from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { ConditionFields, newCondition } from './condition-fields.tsx'
import { useRuleWords } from './rule-words.tsx'
import { ShareInput } from './share-input.tsx'
import type { FindingView, RoutingOverview } from './smart-routing.contract.ts'
import { ruleTexts } from './smart-routing.messages.ts'
import classes from './smart-routing.module.css'
import { TargetFields } from './target-fields.tsx'

interface EditorProps {
  readonly set: RuleSet
  readonly overview: RoutingOverview
  readonly isEditable: boolean
  /** Offers an order of MIDs alone. */
  readonly isOrderedOnly: boolean
  readonly findings: readonly FindingView[]
  onChange(set: RuleSet): void
}

/** The rules in their order, and what becomes of all other payments. */
export function RulesEditor(props: EditorProps) {
  const { set, overview, isEditable, onChange } = props
  const t = useTexts(ruleTexts)
  const { rules } = set
  const put = (at: number, rule: Rule | null) =>
    onChange({
      ...set,
      rules: rules.flatMap((one, place) => (place === at ? (rule === null ? [] : [rule]) : [one])),
    })
  const move = (at: number, by: -1 | 1) => {
    const next = [...rules]
    const [rule] = next.splice(at, 1)
    if (rule !== undefined) next.splice(at + by, 0, rule)
    onChange({ ...set, rules: next })
  }
  const add = () => {
    const name = t.newRule({ number: String(rules.length + 1) })
    const midIds = overview.mids.slice(0, 1).map(({ id }) => id)
    const rule: Rule = {
      ...{ id: crypto.randomUUID().slice(0, 8), name, conditions: [], goesOn: true },
      to: { way: 'order', midIds },
    }
    onChange({ ...set, rules: [...rules, rule] })
  }
  const wrongOf = (ruleId: string) =>
    props.findings.find((one) => one.ruleId === ruleId && one.severity === 'error')?.severity
  return (
    <>
      <ol className={classes.rules}>
        {rules.map((rule, at) => (
          <li key={rule.id} className={classes.rule} data-wrong={wrongOf(rule.id)}>
            {isEditable ? (
              <RuleFields
                {...props}
                rule={rule}
                at={at}
                count={rules.length}
                onPut={(next) => put(at, next)}
                onMove={(by) => move(at, by)}
              />
            ) : (
              <RuleInWords rule={rule} at={at} overview={overview} />
            )}
          </li>
        ))}
        <li className={classes.rule} data-wrong={wrongOf(otherwiseId)}>
          <strong>{t.otherwise}</strong>
          {isEditable ? (
            <TargetFields
              to={set.otherwise}
              overview={overview}
              isLast
              isOrderedOnly={props.isOrderedOnly}
              onChange={(otherwise) => onChange({ ...set, otherwise })}
            />
          ) : (
            <Words of={set} overview={overview} />
          )}
        </li>
      </ol>
      {isEditable && (
        <div className={classes.actions}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={overview.mids.length === 0}
            onClick={add}
          >
            {t.addRule}
          </Button>
        </div>
      )}
      {isEditable && !props.isOrderedOnly && overview.may.includes('rank') && (
        <Explore value={set.explore} onChange={(explore) => onChange({ ...set, explore })} />
      )}
    </>
  )
}

function RuleFields(
  props: EditorProps & {
    rule: Rule
    at: number
    count: number
    onPut(rule: Rule | null): void
    onMove(by: -1 | 1): void
  },
) {
  const { rule, at, count, overview, onPut, onMove } = props
  const t = useTexts(ruleTexts)
  const number = String(at + 1)
  const putCondition = (place: number, next: Rule['conditions'][number] | null) =>
    onPut({
      ...rule,
      conditions: rule.conditions.flatMap((one, index) =>
        index === place ? (next === null ? [] : [next]) : [one],
      ),
    })
  return (
    <>
      <div className={classes.ruleHead}>
        <strong>{number}</strong>
        <RuledInput
          rule={{ ...inputRules.text, maxLength: 80 }}
          aria-label={`${t.name}: ${t.rule({ number })}`}
          size="xs"
          value={rule.name}
          onValue={(name) => onPut({ ...rule, name })}
        />
        <ActionIcon
          variant="default"
          aria-label={t.up({ number })}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        >
          <IconChevronUp size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t.down({ number })}
          disabled={at === count - 1}
          onClick={() => onMove(1)}
        >
          <IconChevronDown size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t.removeRule({ number })}
          onClick={() => onPut(null)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      <fieldset className={classes.part}>
        <legend>{rule.conditions.length === 0 ? t.always : t.when}</legend>
        {rule.conditions.map((condition, place) => (
          <ConditionFields
            key={place}
            condition={condition}
            number={place + 1}
            overview={overview}
            onChange={(next) => putCondition(place, next)}
          />
        ))}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() =>
            onPut({ ...rule, conditions: [...rule.conditions, newCondition('currency', overview)] })
          }
        >
          {t.addCondition}
        </Button>
      </fieldset>
      <TargetFields
        to={rule.to}
        overview={overview}
        isOrderedOnly={props.isOrderedOnly}
        onChange={(to) => {
          if (to.way !== 'priority' && to.way !== 'none') onPut({ ...rule, to })
        }}
      />
      <Checkbox
        size="xs"
        label={t.goesOn}
        checked={rule.goesOn}
        onChange={(event) => onPut({ ...rule, goesOn: event.currentTarget.checked })}
      />
    </>
  )
}

function RuleInWords(props: { rule: Rule; at: number; overview: RoutingOverview }) {
  const { rule, at } = props
  const t = useTexts(ruleTexts)
  const words = useRuleWords(props.overview)
  return (
    <>
      <strong>
        {at + 1}. {rule.name}
      </strong>
      <p className={classes.words}>
        {rule.conditions.length === 0 ? t.always : rule.conditions.map(words.condition).join(' · ')}
      </p>
      <p className={classes.words}>→ {words.target(rule.to)}</p>
      {rule.goesOn && <p className={classes.about}>{t.goesOn}</p>}
    </>
  )
}

function Words({ of, overview }: { of: RuleSet; overview: RoutingOverview }) {
  const words = useRuleWords(overview)
  return <p className={classes.words}>→ {words.target(of.otherwise)}</p>
}

function Explore({ value, onChange }: { value: number; onChange(explore: number): void }) {
  const t = useTexts(ruleTexts)
  return (
    <ShareInput label={t.explore} description={t.exploreHint} value={value} onChange={onChange} />
  )
}

import { type LanguageCode, localeOf } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { formatAmount } from '@counterfoil/kit/contract/money.ts'
import { inEachLanguage, type Text, textIn, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Finding } from './analysis.rules.ts'
import { otherwiseId, type RuleSet } from './rule-sets.schema.ts'

const msg = messagesOf(import.meta.url)

const sentences = msg({
  never: 'No payment meets this',
  unreachable: 'Never reached: all that it would take is taken by {rules}',
  gap: 'Some payments meet no rule and would be refused. Give the rest a way',
  split_sum: 'The shares make {sum}%, not 100%',
  twice: '{mid} is named twice',
  same_id: 'Another rule has the same id',
  no_mid: 'Some of its payments suit none of its MIDs, and would be refused',
  cost_unknown: '{mid} has no cost entered, and stands behind those that have one',
  overlap: 'Some of its payments go to {rules} above it',
  not_proven: 'Too many cases to look at all of them: it was not shown that every rule is reached',
})

const dead = msg({
  unknown: '{mid} is no MID of this merchant',
  off: '{mid} is switched off',
  mode: '{mid} is of the other mode',
  over: '{mid} is no longer active',
  not_connected: 'The acquirer of {mid} is not connected',
  provider_off: 'The provider of {mid} is switched off',
})

const unsuitable = msg({
  methods: '{mid} takes none of these methods',
  currencies: '{mid} takes none of these currencies',
  brands: '{mid} takes none of these card schemes',
  amount: '{mid} takes no amounts this large',
  together: '{mid} takes no payment that reaches this rule',
})

const places = msg({
  rule: 'Rule {number}, “{name}”: {finding}',
  otherwise: 'All other payments: {finding}',
  set: '{finding}',
})

/** Two decimals, as each language writes them. */
const percentText = (decimal: string): Text =>
  inEachLanguage((language) =>
    formatAmount(Math.round(Number(decimal) * 100), 2, localeOf[language as LanguageCode]),
  )

const plain = (finding: Finding): Text => {
  const { code, values } = finding
  const mid = values.mid ?? ''
  switch (code) {
    case 'mid_dead':
      return textWith(dead[(values.because ?? 'unknown') as keyof typeof dead], { mid })
    case 'mid_unsuitable':
      return textWith(unsuitable[(values.part ?? 'together') as keyof typeof unsuitable], { mid })
    case 'unreachable':
    case 'overlap':
      return textWith(sentences[code], { rules: values.rules ?? '' })
    case 'split_sum':
      return textWith(sentences.split_sum, { sum: percentText(values.sum ?? '') })
    case 'twice':
    case 'cost_unknown':
      return textWith(sentences[code], { mid })
    default:
      return sentences[code]
  }
}

/** What was found, with its place in words, in every language. */
function findingText(finding: Finding, set: RuleSet): Text {
  const said = plain(finding)
  if (finding.ruleId === null) return textWith(places.set, { finding: said })
  if (finding.ruleId === otherwiseId) return textWith(places.otherwise, { finding: said })
  const at = set.rules.findIndex(({ id }) => id === finding.ruleId)
  const name = set.rules[at]?.name ?? ''
  return textWith(places.rule, { number: String(at + 1), name, finding: said })
}

export const findingIn = (finding: Finding, set: RuleSet, language: string): string =>
  textIn(findingText(finding, set), language)

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Text, textIn } from '@counterfoil/kit/contract/texts.ts'
import { ruleNames } from './antifraud-rules.schema.ts'
import type { RuleOwner } from './screening.rules.ts'

const msg = messagesOf(import.meta.url)

const others = msg({ blacklist: 'Blacklist', card_restriction: 'Card that paid too often' })
const names: Readonly<Record<string, Text>> = { ...ruleNames, ...others }
const texts = msg({ rule: '{owner}, version {version}' })

/** What screening found something by, in words. */
export function ruleNameIn(rule: string, language: string): string {
  const name = names[rule]
  return name === undefined ? rule : textIn(name, language)
}

/** Whose rule it was, and in which version; null: that was not kept, or it is a restriction of the card. */
export function foundByIn(
  found: { readonly owner: RuleOwner | null; readonly ruleVersion: number | null },
  names: { readonly tenantName: string; readonly merchantName: string },
  language: string,
): string | null {
  const { owner: of, ruleVersion: version } = found
  if (of === null) return null
  const owner = of === 'merchant' ? names.merchantName : names.tenantName
  return version === null ? owner : textIn(texts.rule, language, { owner, version })
}

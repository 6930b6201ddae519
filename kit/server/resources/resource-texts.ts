// The texts of a record before it is stored: rich text is cleaned, and variables are those that the declaration names.
import { dayOf } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { TextVariable } from '@counterfoil/kit/contract/resource-field.ts'
import {
  misplacedAddress,
  unknownVariable,
  variablesIn,
} from '@counterfoil/kit/contract/rich-text.ts'
import { hasWords, isBlank, sanitiseRichText } from '../codecs/rich-text.ts'

type Values = Readonly<Record<string, unknown>>

/** The values with clean texts, and days without their noon; throws the Problem for which one is refused. */
export function cleanTexts(of: Resource, values: Values): Values {
  const clean: Record<string, unknown> = { ...values }
  for (const [name, { kind, variables, label }] of Object.entries(of.fields)) {
    const typed = values[name]
    if (typeof typed !== 'string') continue
    if (kind === 'day') {
      clean[name] = dayOf(typed)
      continue
    }
    const text = kind === 'richText' ? sanitiseRichText(typed) : typed
    clean[name] = text
    if (kind === 'richText' ? isBlank(text) : text !== '' && !hasWords(text)) {
      const message = `${label.en}: there is nothing to read in it`
      throw new Problem('text.blank', 422, message, { path: name })
    }
    if (variables !== undefined) checkVariables(name, text, variables(values), kind === 'richText')
  }
  return clean
}

function checkVariables(
  path: string,
  text: string,
  variables: readonly TextVariable[],
  isWhole: boolean,
): void {
  const unknown = unknownVariable(
    text,
    variables.map(({ name }) => name),
  )
  if (unknown !== undefined) {
    const message = `There is no variable ${unknown} here`
    throw new Problem('text.unknown_variable', 422, message, {
      path,
      params: { variable: unknown },
    })
  }
  const misplaced = misplacedAddress(
    text,
    variables.filter(({ kind }) => kind === 'address').map(({ name }) => name),
  )
  if (misplaced !== undefined) {
    const message = `The variable ${misplaced} is a whole address, never part of another one`
    throw new Problem('text.address_within', 422, message, {
      path,
      params: { variable: misplaced },
    })
  }
  const named = variablesIn(text)
  const missing = variables.find(({ name, isNeeded }) => isNeeded === true && !named.includes(name))
  if (!isWhole || missing === undefined) return
  const message = `Without the variable ${missing.name} this is of no use`
  throw new Problem('text.variable_missing', 422, message, {
    path,
    params: { variable: missing.name },
  })
}

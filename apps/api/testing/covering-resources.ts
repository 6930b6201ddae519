// The few declared resources that together use every option of `resource()` and of its fields. What the kit does with an
// option it does for all; the usual run asks these, and a full run asks every resource.
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { AnyField } from '@counterfoil/kit/contract/resource-field.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'

const covering = [
  'merchants',
  'opportunities',
  'api-keys',
  'antifraud-rules',
  'whitelist',
  'agreement-signatures',
  'blacklist',
  'service-providers',
  'system-variables',
  'websites',
  'beneficiaries',
  // a part of another record, which has no page of its own
  'pipeline-stages',
]

export const isAsked = ({ id }: Resource): boolean => isFullRun || covering.includes(id)

/** Options that some resource uses and none of the covering ones does, each with where it is used. */
export function uncoveredOptions(resources: readonly Resource[]): string[] {
  const covered = new Set(
    resources.filter(({ id }) => covering.includes(id)).flatMap((one) => optionsOf(one)),
  )
  return resources.flatMap((one) =>
    optionsOf(one).flatMap((option) => (covered.has(option) ? [] : [`${one.id}: ${option}`])),
  )
}

function optionsOf(of: Resource): string[] {
  return [
    ...saidIn(of),
    `owner ${of.owner}`,
    `isSeeded ${of.isSeeded}`,
    `merchantField id: ${of.merchantField === 'id'}`,
    ...saidIn(of.screen).map((name) => `screen.${name}`),
    ...saidIn(of.calls).map((name) => `calls.${name}`),
    ...Object.values(of.fields).flatMap(optionsOfField),
  ]
}

const optionsOfField = (field: AnyField): string[] => [
  `field of kind ${field.kind}`,
  ...saidIn(field).map((name) => `field.${name}`),
  ...saidIn(field.target).map((name) => `field.target.${name}`),
]

/** The names of what is declared, and not left as it usually is. */
function saidIn(declared: object = {}): string[] {
  const isSaid = (value: unknown) =>
    value !== undefined &&
    value !== false &&
    (typeof value !== 'object' || value === null || Object.keys(value).length > 0)
  return Object.entries(declared).flatMap(([name, value]) => (isSaid(value) ? [name] : []))
}

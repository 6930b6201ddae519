// The outermost values that each declared type takes, and what lies just beyond them.
import type { JsonSchema } from '@counterfoil/kit/testing/sample.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'

const integers = [
  -(2 ** 53) + 1,
  -(2 ** 31) - 1,
  -1,
  0,
  2 ** 31 - 1,
  2 ** 31,
  999_999_999_999,
  2 ** 53 - 1,
]
const texts: Readonly<Record<string, readonly string[]>> = {
  date: ['0001-01-01', '1582-10-10', '1969-12-31', '2262-04-12', '9999-12-31', '0000-01-01'],
  'date-time': [
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59.999Z',
    '2262-04-12T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00.000+14:00',
  ],
  uuid: [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '00000000-0000-7000-8000-000000000000',
    'ffffffff-ffff-7fff-bfff-ffffffffffff',
  ],
}

/** The values to ask about; none for what takes few values anyway. */
export function limitsOf(schema: JsonSchema): readonly unknown[] {
  const of = (some: readonly JsonSchema[] = []) => some.flatMap(limitsOf)
  const alternatives = [...of(schema.anyOf), ...of(schema.oneOf), ...of(schema.allOf)]
  if (alternatives.length > 0) return alternatives
  if (schema.enum !== undefined || schema.const !== undefined) return []
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
    case 'integer':
    case 'number':
      return [schema.minimum, schema.maximum, ...integers].filter((one) => one !== undefined)
    case 'string':
      return texts[schema.format ?? ''] ?? textLimits(schema)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 100 } = schema
      const [first] = limitsOf(items)
      return [[], ...limitsOf(items).map((one) => [one]), ...longList(first, minItems, maxItems)]
    }
    default:
      return []
  }
}

const longList = (item: unknown, least: number, most: number) =>
  item === undefined ? [] : [Array.from({ length: Math.max(least, most) }, () => item)]

/**
 * A query takes its numbers and days as text too, so each text is asked about those; in a full run about what lies between
 * the outermost ones as well.
 */
function textLimits({ maxLength }: JsonSchema): readonly string[] {
  const most = Math.min(maxLength ?? 10_000, 100_000)
  const between = ['0001-01-01', '1969-12-31', '9999-12-31', '2147483648', '9007199254740991']
  return [
    '',
    'x'.repeat(most),
    '\u{1f469}'.repeat(Math.floor(most / 2)),
    'x'.repeat(most + 1),
    '%',
    '\\',
    '0000-01-01',
    '9999-12-31T23:59:59.999Z',
    '99999999999999999999',
    '-1',
    ...(isFullRun ? between : []),
  ]
}

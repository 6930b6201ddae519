import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import { dayOf } from '@counterfoil/kit/contract/fields.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { AnyField } from '@counterfoil/kit/contract/resource-field.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { type ReactNode, useMemo } from 'react'
import { splitSwift } from '../form/input-rules.ts'
import { DateTime, formatDay } from '../formats/dates.tsx'
import { Money } from '../formats/money.tsx'
import { plainTextOf } from '../formats/rich-text.tsx'
import { StatusPill } from '../formats/status-pill.tsx'
import { useUserContext } from '../session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '../texts/i18n.tsx'
import { resourceTexts } from './resource.messages.ts'

type Row = ResourceRow

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** What is referred to, in the reader's language where it has a name in it. */
function nameOfKey(row: Partial<Row>, key: string, translate: (text: Text) => string): string {
  const name = row.names?.[key] ?? key
  return translate({ en: name, tr: row.namesTr?.[key] ?? name })
}

/** One value of a record, as a grid or a comparison shows it. */
export function FieldValue(props: { field: AnyField; value: unknown; row: Partial<Row> }) {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  const { locale } = useLanguage()
  const { field, value, row } = props
  if (isNothing(value)) return field.emptyMeansAll ? t.all : '–'
  const labelOf = (one: string) => {
    const choice = field.choices?.find((each) => each.value === one)
    if (choice !== undefined) return translate(choice.label)
    if (field.target?.table === 'country') return countryName(one, locale)
    // a currency's code is known by itself; an id says nothing
    const isNamed = field.target?.key === 'id' || field.target?.isNamed === true
    return isNamed ? nameOfKey(row, one, translate) : one
  }
  switch (field.kind) {
    case 'yesNo':
      return value === true ? t.yes : t.no
    case 'amount': {
      const currency = row[field.currencyField ?? '']
      if (typeof currency !== 'string') return String(value)
      return <Money amount={value as number} currency={currency} />
    }
    case 'instant':
      return <DateTime value={String(value)} />
    case 'day':
      return formatDay(dayOf(String(value)))
    case 'richText':
      return plainTextOf(String(value))
    case 'choices':
    case 'list':
    case 'references':
      return (value as readonly string[]).map(labelOf).join(', ')
    case 'number':
      return field.input === undefined ? String(value) : <Share field={field} value={value} />
    default:
      return field.input === 'swift' ? splitSwift(String(value)).join(' ') : labelOf(String(value))
  }
}

/** Per cent, as the reader's language writes it. */
function Share({ field, value }: { field: AnyField; value: unknown }) {
  const { locale } = useLanguage()
  const whole = field.input === 'basisPoints' ? 10_000 : 100
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  return format.format(Number(value) / whole)
}

/** The columns that the declaration names, whether each is on, and whose it is where that varies. */
export function useResourceColumns(
  of: Resource,
  own: Readonly<Record<string, (row: Row) => ReactNode>> = {},
): GridColumn<Row>[] {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  const { user, tenants } = useUserContext()
  return useMemo(() => {
    // merchants see their own alone
    const named = of.columns.filter(
      (name) => user.audience !== 'merchant' || name !== of.merchantField,
    )
    const columns = named.map((name, place): GridColumn<Row> => {
      const field: AnyField | undefined = of.fields[name] ?? of.computedFields?.[name]
      if (field === undefined) {
        return {
          id: name,
          title: t.updatedAt,
          sort: true,
          width: 140,
          cell: (row) => <DateTime value={row.updatedAt} />,
        }
      }
      return {
        id: name,
        title: translate(field.label),
        sort: !['choices', 'list', 'references', 'reference'].includes(field.kind),
        isFixed: place === 0,
        ...(field.kind === 'amount' || field.kind === 'number' ? { align: 'right' as const } : {}),
        cell: own[name] ?? ((row) => <FieldValue field={field} value={row[name]} row={row} />),
      }
    })
    const tenant: GridColumn<Row> = {
      id: 'tenant',
      title: t.tenant,
      cell: (row) => tenants.find(({ id }) => id === row.tenantId)?.name ?? '–',
    }
    const status: GridColumn<Row> = {
      id: 'isActive',
      title: t.status,
      width: 110,
      cell:
        own.isActive ??
        ((row) => (
          <StatusPill
            status={row.isActive ? 'Active' : 'Inactive'}
            label={row.isActive ? t.active : t.inactive}
          />
        )),
    }
    const isForeign = user.audience === 'platform' && of.owner === 'tenant'
    return [...columns, ...(isForeign ? [tenant] : []), status]
  }, [of, own, t, translate, user.audience, tenants])
}

/** What a record is called: its first column, in the reader's words where that is a choice. */
export function nameOfRow(of: Resource, row: Row, translate: (text: Text) => string): string {
  const [first = ''] = of.columns
  const value = row[first]
  const choice = of.fields[first]?.choices?.find((one) => one.value === value)
  if (choice !== undefined) return translate(choice.label)
  return typeof value === 'string' && value !== '' ? nameOfKey(row, value, translate) : row.id
}

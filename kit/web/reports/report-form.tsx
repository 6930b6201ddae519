// The one form of all reports: its fields come from the server.

import { type ReportField, readReportForm } from '@counterfoil/kit/contract/reports.contract.ts'
import { statusName } from '@counterfoil/kit/contract/status-names.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { AmountFilter } from '@counterfoil/kit/web/filters/amount-filter.tsx'
import type { Choice } from '@counterfoil/kit/web/filters/choice-filter.tsx'
import { FilterBar } from '@counterfoil/kit/web/filters/filter-bar.tsx'
import { DaysFilter, OneFilter, SeveralFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import { TextFilter } from '@counterfoil/kit/web/filters/text-filter.tsx'
import { digitRule, type InputRule, inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTranslate } from '../texts/i18n.tsx'
import { FoundOptions, filledApi } from './found-options.tsx'
import { Levels } from './levels.tsx'

type List = ListState<string>
type Form = AnswerOf<typeof readReportForm>

/** What of a report is not fetched again for. */
const staleMs = 60_000

/** What a report is called, which columns it hides and the fields of its form; `title` until that has come. */
export function useReport(id: string, title: string) {
  const translate = useTranslate()
  const form = useCall(readReportForm, { params: { report: id } }, { staleMs, quiet: true })
  const hidden = form.data?.hiddenColumns
  return {
    form: form.data,
    title: form.data === undefined ? title : translate(form.data.name as Text),
    /** Without those that are hidden. */
    visible: <Row,>(columns: readonly GridColumn<Row>[]): GridColumn<Row>[] =>
      columns.filter((column) => hidden?.includes(column.id) !== true),
  }
}

interface ReportFormProps<Name extends string> {
  readonly form: Form | undefined
  readonly list: ListState<Name>
  /** What the levels are: they are no filter, and have an order. */
  readonly levels?: { readonly value: readonly string[]; onChange(value: string[]): void }
}

/** The fields of a report; what they are set to is in the list's address. For the grid's toolbar. */
export function ReportForm<Name extends string>(props: ReportFormProps<Name>) {
  const list = props.list as unknown as List
  const fields = props.form?.fields ?? []
  const [search] = fields.filter(({ type }) => type === 'search')
  const [levels] = fields.filter(({ type }) => type === 'levels')
  const others = fields.filter(({ type }) => type !== 'search' && type !== 'levels')
  const further = others.filter(({ isFurther }) => isFurther === true)
  const translate = useTranslate()
  const drawn = (some: readonly ReportField[]) =>
    some.map((field) => <Field key={field.name} field={field} list={list} />)
  return (
    <>
      {levels !== undefined && props.levels !== undefined && (
        <Levels field={levels} {...props.levels} />
      )}
      <FilterBar
        hasFilters={list.hasFilters}
        onClear={list.clearFilters}
        {...(search === undefined
          ? {}
          : {
              lead: (
                <SearchField
                  value={list.filters[search.name]}
                  placeholder={translate(search.label as Text)}
                  onSearch={(text) => list.setFilters({ [search.name]: text })}
                />
              ),
            })}
        {...(further.length === 0 ? {} : { further: drawn(further) })}
        hasFurther={further.some(({ name }) => list.filters[name] !== undefined)}
      >
        {drawn(others.filter(({ isFurther }) => isFurther !== true))}
      </FilterBar>
    </>
  )
}

interface FieldProps {
  readonly field: ReportField
  readonly list: List
}

function Field({ field, list }: FieldProps) {
  const translate = useTranslate()
  const label = translate(field.label as Text)
  const { name, type } = field
  const [from = '', to = ''] = [field.startDateName, field.endDateName]
  if (field.api !== undefined) {
    const path = filledApi(field.api, list.filters)
    const fixed = (field.multiSelectOptions ?? []).map(({ value, label: text }) => ({
      ...{ value, label: translate(text as Text) },
    }))
    return path === undefined ? null : (
      <FoundOptions path={path} {...{ list, name, label, type, fixed }} />
    )
  }
  if (type === 'dateRange') {
    return (
      <DaysFilter
        {...{ list, label, from, to }}
        maxDays={field.maxDaysSelected}
        ranges={field.ranges}
        hasTimes={field.showTimePicker}
      />
    )
  }
  if (type === 'amountRange') {
    return (
      <AmountFilter
        label={label}
        currency={list.filters.currency}
        value={{ from: numberOf(list.filters[from]), to: numberOf(list.filters[to]) }}
        onChange={(amounts) =>
          list.setFilters({ [from]: amounts.from?.toString(), [to]: amounts.to?.toString() })
        }
      />
    )
  }
  if (type === 'input') return <TypedField {...{ field, list, label }} />
  return <ChosenField {...{ field, list, label }} />
}

function ChosenField({ field, list, label }: FieldProps & { readonly label: string }) {
  const translate = useTranslate()
  const { name, type } = field
  const choices = (field.multiSelectOptions ?? field.options ?? []).map((one): Choice => {
    const { value } = one
    if (one.isStatus !== true) return { value, label: translate(one.label as Text) }
    return { value, label: translate(statusName(value)), node: <StatusPill status={value} /> }
  })
  const Filter = type === 'select' ? OneFilter : SeveralFilter
  return <Filter {...{ list, name, label, choices }} />
}

const rules: Readonly<Record<NonNullable<ReportField['inputType']>, InputRule>> = {
  text: inputRules.search,
  email: inputRules.email,
  digits: digitRule({}),
}

function TypedField({ field, list, label }: FieldProps & { readonly label: string }) {
  const translate = useTranslate()
  const { name, inputType = 'text', validations = [] } = field
  const longest = validations.find((one) => one.name === 'maxLength')?.value
  const rule = rules[inputType]
  return (
    <TextFilter
      label={label}
      rule={longest === undefined ? rule : { ...rule, maxLength: Number(longest) }}
      value={list.filters[name]}
      check={(text) => {
        const broken = validations.find(
          (one) => one.name === 'pattern' && !new RegExp(String(one.value), 'u').test(text),
        )
        return broken && translate(broken.message as Text)
      }}
      onChange={(text) => list.setFilters({ [name]: text })}
    />
  )
}

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text)
  return text === undefined || !Number.isSafeInteger(number) ? undefined : number
}

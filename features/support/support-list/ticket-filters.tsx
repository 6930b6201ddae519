import { listAssignees } from '@counterfoil/features/support/desk/desk.contract.ts'
import { listLabels } from '@counterfoil/features/support/labels/labels.contract.ts'
import {
  categories,
  channels,
  priorities,
  states,
  turns,
} from '@counterfoil/features/support/tickets/terms.contract.ts'
import { supportWord } from '@counterfoil/features/support/words/support-words.rules.ts'
import { localDay } from '@counterfoil/kit/web/dates.tsx'
import { type Choice, ChoiceFilter } from '@counterfoil/kit/web/filters/choice-filter.tsx'
import { DateRangeFilter } from '@counterfoil/kit/web/filters/date-range-filter.tsx'
import { FilterBar } from '@counterfoil/kit/web/filters/filter-bar.tsx'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useLanguage, useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { LabelChip } from '@counterfoil/kit/web/label-chip.tsx'
import { supportCategoryMap } from '@counterfoil/kit/web/status.ts'
import { StatusPill } from '@counterfoil/kit/web/status-pill.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { useTimeZone, useUser, useUserContext } from '@counterfoil/kit/web/user.tsx'
import { SegmentedControl } from '@mantine/core'
import { listTexts } from './support-list.messages.ts'
import type { TicketFilterName } from './ticket-query.rules.ts'

type List = ListState<TicketFilterName>

const further = [
  'labelId',
  'assigneeId',
  'customerId',
  'isOverdue',
  'isEscalated',
  'createdFrom',
  'closedFrom',
] as const

/** What narrows the list; each filter stands in the URL under the API's name. */
export function TicketFilterBar({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { audience, merchantId } = useUser()
  const { filters, setFilters } = list
  const isDesk = audience === 'platform' || (merchantId === null && !isUp(filters))
  const words = (group: Parameters<typeof supportWord>[0], values: readonly string[]) =>
    values.map((value) => ({ value, label: supportWord(group, value, language) }))
  return (
    <FilterBar
      hasFilters={list.hasFilters}
      onClear={list.clearFilters}
      lead={
        <>
          {audience === 'tenant' && <ChannelSwitch list={list} />}
          <SearchField
            value={filters.search}
            placeholder={t.search}
            onSearch={(search) => setFilters({ search })}
          />
        </>
      }
      further={<FurtherFilters list={list} isDesk={isDesk} />}
      hasFurther={further.some((name) => filters[name] !== undefined)}
    >
      <Several list={list} name="state" label={t.state} choices={words('state', states)} />
      <Several
        list={list}
        name="category"
        label={t.category}
        choices={words('category', categories).map((choice) => ({
          ...choice,
          node: <StatusPill status={choice.value} map={supportCategoryMap} label={choice.label} />,
        }))}
      />
      <Several
        list={list}
        name="priority"
        label={t.priority}
        choices={words('priority', priorities)}
      />
      <Several list={list} name="waitingOn" label={t.waitingOn} choices={words('turn', turns)} />
      <Flag list={list} name="isUnread" label={t.unread} />
      {audience === 'platform' && <TenantFilter list={list} />}
    </FilterBar>
  )
}

const isUp = (filters: List['filters']) => filters.ticketChannelType === 'TenantToPlatform'

/** A tenant answers its customers and asks the platform. */
function ChannelSwitch({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t.channel}
      value={isUp(list.filters) ? 'TenantToPlatform' : 'CustomerToTenant'}
      onChange={(ticketChannelType) => list.setFilters({ ticketChannelType })}
      data={channels.map((value) => ({ value, label: supportWord('channel', value, language) }))}
    />
  )
}

function FurtherFilters({ list, isDesk }: { list: List; isDesk: boolean }) {
  const t = useTexts(listTexts)
  return (
    <>
      <LabelFilter list={list} />
      {isDesk && <AssigneeFilter list={list} />}
      {isDesk && <CustomerFilter list={list} />}
      {isDesk && <Flag list={list} name="isOverdue" label={t.overdue} />}
      {isDesk && <Flag list={list} name="isEscalated" label={t.escalated} />}
      <Days list={list} label={t.created} from="createdFrom" to="createdTo" />
      <Days list={list} label={t.closed} from="closedFrom" to="closedTo" />
    </>
  )
}

function LabelFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const labels = useCall(listLabels, {}, { quiet: true, staleMs: 30_000 })
  const choices = (labels.data ?? []).map(({ labelId, value, color }) => ({
    value: labelId,
    label: value,
    node: <LabelChip name={value} colour={color} />,
  }))
  return (
    <Several
      list={list}
      name="labelId"
      label={t.label}
      choices={[...choices, { value: 'none', label: t.noLabel }]}
    />
  )
}

function AssigneeFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { id } = useUser()
  const people = useCall(listAssignees, { query: {} }, { quiet: true, staleMs: 60_000 })
  const choices = (people.data ?? [])
    .filter((person) => person.id !== id)
    .map((person) => ({ value: person.id, label: person.name }))
  const usual = [
    { value: 'me', label: t.me },
    { value: 'none', label: t.nobody },
  ]
  return (
    <Several list={list} name="assigneeId" label={t.assignee} choices={[...usual, ...choices]} />
  )
}

function CustomerFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { audience } = useUser()
  const { customers } = useUserContext()
  if (audience !== 'tenant' || customers.length === 0) return null
  return (
    <Several
      list={list}
      name="customerId"
      label={t.customer}
      choices={customers.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

function TenantFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { tenants } = useUserContext()
  return (
    <Several
      list={list}
      name="tenantId"
      label={t.tenant}
      choices={tenants.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** Any of several values; in the URL they stand behind each other, with commas. */
function Several(props: {
  list: List
  name: TicketFilterName
  label: string
  choices: readonly Choice[]
}) {
  const { list, name } = props
  return (
    <ChoiceFilter
      label={props.label}
      choices={props.choices}
      value={list.filters[name]?.split(',') ?? []}
      onChange={(chosen) => list.setFilters({ [name]: chosen.join(',') })}
    />
  )
}

/** Yes, no, or not asked. */
function Flag(props: { list: List; name: TicketFilterName; label: string }) {
  const t = useTexts(listTexts)
  const value = props.list.filters[props.name]
  return (
    <ChoiceFilter
      label={props.label}
      choices={[
        { value: 'true', label: t.yes },
        { value: 'false', label: t.no },
      ]}
      value={value === undefined ? [] : [value]}
      onChange={(chosen) => props.list.setFilters({ [props.name]: chosen.at(-1) })}
    />
  )
}

/** Days of the user's zone; a figure of the overview leaves instants in the URL, which are shown as their days. */
function Days(props: {
  list: List
  label: string
  from: 'createdFrom' | 'closedFrom'
  to: 'createdTo' | 'closedTo'
}) {
  const timeZone = useTimeZone()
  const { list, from, to } = props
  const dayOf = (value: string | undefined) =>
    value?.includes('T') === true ? localDay(new Date(value), timeZone) : value
  return (
    <DateRangeFilter
      label={props.label}
      value={{ from: dayOf(list.filters[from]), to: dayOf(list.filters[to]) }}
      onChange={(days) => list.setFilters({ [from]: days.from, [to]: days.to })}
    />
  )
}

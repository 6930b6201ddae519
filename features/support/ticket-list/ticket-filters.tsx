import { MerchantFilter } from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import { labelName } from '@counterfoil/features/support/labels/label-names.rules.ts'
import { listLabels } from '@counterfoil/features/support/labels/labels.contract.ts'
import {
  categories,
  channels,
  priorities,
  states,
  turns,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { LateFilter } from '@counterfoil/kit/web/filters/late-filter.tsx'
import {
  choiceOf,
  DaysFilter,
  ListFilters,
  SeveralFilter,
  severalOf,
  YesNoFilter,
} from '@counterfoil/kit/web/filters/list-filters.tsx'
import { LabelChip } from '@counterfoil/kit/web/formats/label-chip.tsx'
import { supportCategoryMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { SegmentedControl } from '@mantine/core'
import { AssigneeFilter } from './assignee-filter.tsx'
import { listTexts } from './ticket-list.messages.ts'
import type { TicketFilterName } from './ticket-query.rules.ts'

type List = ListState<TicketFilterName>

const further = [
  'labelId',
  'assigneeId',
  'customerId',
  'isOverdue',
  'isNearBreach',
  'isEscalated',
  'createdFrom',
  'closedFrom',
] as const

/** The list's filters; each is part of the page's address, under the API's name. */
export function TicketFilterBar({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { audience, merchantId } = useUser()
  const isAgent = audience === 'platform' || (merchantId === null && !isToPlatform(list.filters))
  const choicesOf = (group: Parameters<typeof ticketLabel>[0], values: readonly string[]) =>
    values.map((value) => ({ value, label: ticketLabel(group, value, language) }))
  return (
    <ListFilters
      list={list}
      search={t.search}
      searchName="search"
      before={audience === 'tenant' && <ChannelSwitch list={list} />}
      further={{ filters: <FurtherFilters list={list} isAgent={isAgent} />, names: further }}
    >
      <SeveralFilter
        list={list}
        name="state"
        label={t.state}
        choices={choicesOf('state', states)}
      />
      <SeveralFilter
        list={list}
        name="category"
        label={t.category}
        choices={choicesOf('category', categories).map((choice) => ({
          ...choice,
          node: (
            <StatusPill
              status={choice.value}
              map={supportCategoryMap}
              isQuiet
              label={choice.label}
            />
          ),
        }))}
      />
      <SeveralFilter
        list={list}
        name="priority"
        label={t.priority}
        choices={choicesOf('priority', priorities)}
      />
      <SeveralFilter
        list={list}
        name="waitingOn"
        label={t.waitingOn}
        choices={choicesOf('turn', turns)}
      />
      <YesNoFilter list={list} name="isUnread" label={t.unread} />
      {audience === 'platform' && <TenantFilter list={list} />}
    </ListFilters>
  )
}

const isToPlatform = (filters: List['filters']) => filters.ticketChannelType === 'TenantToPlatform'

/** A tenant chooses between its customers' tickets and its own tickets to the platform. */
function ChannelSwitch({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t.channel}
      value={isToPlatform(list.filters) ? 'TenantToPlatform' : 'CustomerToTenant'}
      onChange={(ticketChannelType) => list.setFilters({ ticketChannelType })}
      data={channels.map((value) => ({ value, label: ticketLabel('channel', value, language) }))}
    />
  )
}

function FurtherFilters({ list, isAgent }: { list: List; isAgent: boolean }) {
  const t = useTexts(listTexts)
  return (
    <>
      <LabelFilter list={list} />
      {isAgent && <AssigneeFilter list={list} />}
      {isAgent && <CustomerFilter list={list} />}
      {isAgent && <YesNoFilter list={list} name="isOverdue" label={t.overdue} />}
      {isAgent && <YesNoFilter list={list} name="isNearBreach" label={t.nearBreach} />}
      {isAgent && <YesNoFilter list={list} name="isEscalated" label={t.escalated} />}
      <DaysFilter list={list} label={t.created} from="createdFrom" to="createdTo" />
      <DaysFilter list={list} label={t.closed} from="closedFrom" to="closedTo" />
    </>
  )
}

function LabelFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const labels = useCall(listLabels, {}, { quiet: true, staleMs: 30_000 })
  const choices = (labels.data ?? []).map(({ labelId, value, color }) => ({
    value: labelId,
    label: labelName(value, language),
    node: <LabelChip name={labelName(value, language)} colour={color} />,
  }))
  return (
    <SeveralFilter
      list={list}
      name="labelId"
      label={t.label}
      choices={[...choices, { value: 'none', label: t.noLabel }]}
    />
  )
}

function CustomerFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { audience } = useUser()
  if (audience !== 'tenant') return null
  return (
    <LateFilter label={t.customer}>
      <MerchantFilter label={t.customer} {...severalOf(list, 'customerId')} />
    </LateFilter>
  )
}

function TenantFilter({ list }: { list: List }) {
  const t = useTexts(listTexts)
  const { tenants } = useUserContext()
  return (
    <SeveralFilter list={list} name="tenantId" label={t.tenant} choices={tenants.map(choiceOf)} />
  )
}

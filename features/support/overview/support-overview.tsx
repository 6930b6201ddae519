import '@counterfoil/kit/web/theme/input-styles.ts'
import { labelName } from '@counterfoil/features/support/labels/label-names.rules.ts'
import { type Channel, channels } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import { ticketLists } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines, Older } from '@counterfoil/kit/web/page/states.tsx'
import { requestSupport } from '@counterfoil/kit/web/session/support-request.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { DurationTiles } from './duration-tiles.tsx'
import { FigureBars } from './figure-bars.tsx'
import { type Figure, type Overview, readOverview } from './overview.contract.ts'
import { overviewTexts } from './support-overview.messages.ts'
import classes from './support-overview.module.css'

const refreshMs = 60_000

/** The figures of the user's tickets; every figure links to the tickets that it counts. */
export default function SupportOverview() {
  const t = useTexts(overviewTexts)
  const { language } = useLanguage()
  const { audience } = useUser()
  const [search, setSearch] = useSearchParams()
  const isToPlatform = search.get('ticketChannelType') === 'TenantToPlatform'
  const channel: Channel = isToPlatform ? 'TenantToPlatform' : 'CustomerToTenant'
  const { data, error, isPlaceholderData, refetch } = useCall(
    readOverview,
    { query: audience === 'tenant' ? { ticketChannelType: channel } : {} },
    { keepPrevious: true, refetchEveryMs: refreshMs },
  )
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <>
          {audience === 'tenant' && (
            <SegmentedControl
              size="xs"
              aria-label={t.channel}
              value={channel}
              onChange={(chosen) =>
                setSearch(chosen === 'TenantToPlatform' ? { ticketChannelType: chosen } : {})
              }
              data={channels.map((value) => ({
                value,
                label: ticketLabel('channel', value, language),
              }))}
            />
          )}
          <Button component={Link} to={ticketLists[audience]} size="xs" variant="default">
            {t.all}
          </Button>
          <Button
            size="xs"
            leftSection={<IconPlus size={15} stroke={1.75} />}
            onClick={() => requestSupport()}
          >
            {t.newTicket}
          </Button>
        </>
      }
    >
      {data !== undefined ? (
        <Older isOld={isPlaceholderData}>
          <Figures overview={data} listPath={ticketLists[audience]} />
        </Older>
      ) : error === null ? (
        <LoadingLines lines={8} />
      ) : (
        <ErrorState problem={error} onRetry={() => refetch()} />
      )}
    </Page>
  )
}

function Figures({ overview, listPath }: { overview: Overview; listPath: string }) {
  const t = useTexts(overviewTexts)
  const { language } = useLanguage()
  const tiles: [string, Figure | null][] = [
    [t.open, overview.open],
    [t.ours, overview.ours],
    [t.waiting, overview.waiting],
    [t.unread, overview.unread],
    [t.overdue, overview.overdue],
    [t.unassigned, overview.unassigned],
    [t.closedLately, overview.closedLately],
  ]
  const ages = { today: t.today, week: t.week, month: t.month, older: t.older }
  return (
    <>
      <div className={classes.tiles}>
        {tiles.map(
          ([name, figure]) =>
            figure !== null && <Tile key={name} name={name} figure={figure} listPath={listPath} />,
        )}
      </div>
      <DurationTiles overview={overview} listPath={listPath} />
      <div className={classes.groups}>
        <Group title={t.ages}>
          <FigureBars
            figures={overview.ages}
            listPath={listPath}
            nameOf={({ key }) => ages[key as keyof typeof ages] ?? key}
          />
        </Group>
        <Group title={t.byCategory}>
          <FigureBars
            figures={overview.byCategory}
            listPath={listPath}
            nameOf={({ key }) => ticketLabel('category', key, language)}
          />
        </Group>
        <Group title={t.byPriority}>
          <FigureBars
            figures={overview.byPriority}
            listPath={listPath}
            nameOf={({ key }) => ticketLabel('priority', key, language)}
          />
        </Group>
        <Group title={t.byLabel}>
          <FigureBars
            figures={overview.byLabel}
            listPath={listPath}
            nameOf={({ name }) => (name === null ? t.noLabel : labelName(name, language))}
          />
        </Group>
        {overview.byAssignee.length > 0 && (
          <Group title={t.byAssignee}>
            <FigureBars
              figures={overview.byAssignee}
              listPath={listPath}
              nameOf={({ name }) => name ?? t.nobody}
            />
          </Group>
        )}
      </div>
    </>
  )
}

function Group(props: { title: string; children: ReactNode }) {
  return <Section title={props.title}>{props.children}</Section>
}

function Tile(props: { name: string; figure: Figure; listPath: string }) {
  const { locale } = useLanguage()
  const { figure } = props
  return (
    <Link
      className={classes.tile}
      to={`${props.listPath}?${new URLSearchParams(figure.filter)}`}
      data-zero={figure.count === 0 || undefined}
    >
      <span className={classes.count}>{figure.count.toLocaleString(locale)}</span>
      <span className={classes.name}>{props.name}</span>
    </Link>
  )
}

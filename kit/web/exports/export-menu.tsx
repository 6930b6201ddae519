import { createExport, type ExportedQuery } from '@counterfoil/kit/contract/exports.ts'
import { Loader } from '@mantine/core'
import {
  IconClock,
  IconDownload,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconFileTypeXls,
  IconFileZip,
  IconListDetails,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../calls/use-call.ts'
import { Dropdown, dropdownItem } from '../overlays/dropdown.tsx'
import { showSnackbar } from '../overlays/snackbar.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { exportTexts } from './export.messages.ts'
import classes from './export-menu.module.css'

/** Where one finds one's exports. */
const exportsPath = '/exports'

/** Exports a report or a list with its filters, as files that are prepared in the background. */
export function ExportMenu(props: {
  /** What is exported, as the server calls it. */
  source: string
  /** The parameters of the list's own call; those without a value are left out. */
  query: Readonly<Record<string, unknown>>
  isPrintable?: boolean
  /** It has days, so it can be sent by the clock. */
  canSchedule?: boolean
  /** A CSV without a wait, where there is one. */
  now?: { readonly isRunning: boolean; start(): void }
}) {
  const t = useTexts(exportTexts)
  const navigate = useNavigate()
  const { source, now } = props
  const order = useAction(createExport, {
    onDone: () => showSnackbar({ message: t.preparing, tone: 'success' }),
  })
  const query = Object.fromEntries(
    Object.entries(props.query).filter(([, value]) => value !== undefined && value !== ''),
  ) as ExportedQuery
  const entry = (format: 'csv' | 'xlsx' | 'pdf', icon: ReactNode) => (
    <Entry
      icon={icon}
      name={t[format]}
      hint={t[`${format}Hint`]}
      onChoose={() => order.run({ body: { source, format, query } })}
    />
  )
  const isBusy = order.isRunning || now?.isRunning === true
  return (
    <Dropdown
      isMenu
      label={t.export}
      button={
        <>
          {isBusy ? <Loader size={14} /> : <IconDownload size={15} stroke={1.75} aria-hidden />}
          <span>{t.export}</span>
        </>
      }
    >
      {now !== undefined && (
        <Entry
          icon={<IconFileZip size={16} stroke={1.6} aria-hidden />}
          name={t.now}
          hint={t.nowHint}
          onChoose={now.start}
        />
      )}
      {entry('csv', <IconFileTypeCsv size={16} stroke={1.6} aria-hidden />)}
      {entry('xlsx', <IconFileTypeXls size={16} stroke={1.6} aria-hidden />)}
      {props.isPrintable === true &&
        entry('pdf', <IconFileTypePdf size={16} stroke={1.6} aria-hidden />)}
      {props.canSchedule === true && (
        <Entry
          icon={<IconClock size={16} stroke={1.6} aria-hidden />}
          name={t.schedule}
          hint={t.scheduleHint}
          onChoose={() => navigate('/automated-reports', { state: { source, query } })}
        />
      )}
      <Entry
        icon={<IconListDetails size={16} stroke={1.6} aria-hidden />}
        name={t.open}
        hint={t.openHint}
        onChoose={() => navigate(exportsPath)}
      />
    </Dropdown>
  )
}

function Entry(props: { icon: ReactNode; name: string; hint: string; onChoose(): void }) {
  return (
    <button type="button" role="menuitem" className={dropdownItem} onClick={props.onChoose}>
      {props.icon}
      <span className={classes.entry}>
        {props.name}
        <small>{props.hint}</small>
      </span>
    </button>
  )
}

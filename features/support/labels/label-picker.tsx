import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { LabelChip } from '@counterfoil/kit/web/formats/label-chip.tsx'
import { Dropdown, dropdownItem } from '@counterfoil/kit/web/overlays/dropdown.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconCheck, IconTag } from '@tabler/icons-react'
import { labelTexts } from './label.messages.ts'
import classes from './label-manager.module.css'
import { labelName } from './label-names.rules.ts'
import { clearLabel, listLabels, type SupportLabel, setLabel } from './labels.contract.ts'

interface LabelledTicket {
  readonly ticketId: string
  /** The ticket's customer, or the tenant of a ticket to the platform. */
  readonly organisationId: string
  readonly label: SupportLabel | null
  /** Names the ticket for users of screen readers. */
  readonly name: string
}

/** Shows a ticket's label, and lets one choose another. */
export default function LabelPicker(props: { ticket: LabelledTicket; onManage?: () => void }) {
  const t = useTexts(labelTexts)
  const { language } = useLanguage()
  const { label, name } = props.ticket
  return (
    <Dropdown
      // contains the visible text, so that speech control finds the button
      label={
        label === null
          ? t.assign({ subject: name })
          : `${t.assign({ subject: name })}: ${labelName(label.value, language)}`
      }
      isMenu
      side="below-left"
      className={classes.picker}
      panelClassName={classes.menu}
      button={
        label === null ? (
          <IconTag size={15} stroke={1.6} aria-hidden className={classes.noLabel} />
        ) : (
          <LabelChip
            name={labelName(label.value, language)}
            colour={label.color}
            title={label.description}
          />
        )
      }
    >
      <Choices {...props} />
    </Dropdown>
  )
}

function Choices({ ticket, onManage }: { ticket: LabelledTicket; onManage?: () => void }) {
  const t = useTexts(labelTexts)
  const { language } = useLanguage()
  const labels = useCall(listLabels, {}, { quiet: true, staleMs: 30_000 })
  const set = useAction(setLabel)
  const clear = useAction(clearLabel)
  const { organisationId, ticketId } = ticket
  return (
    <>
      {(labels.data ?? []).map((label) => (
        <button
          key={label.labelId}
          type="button"
          role="menuitemradio"
          aria-checked={label.labelId === ticket.label?.labelId}
          className={dropdownItem}
          onClick={() => set.run({ params: { organisationId, ticketId, labelId: label.labelId } })}
        >
          <LabelChip name={labelName(label.value, language)} colour={label.color} />
          {label.labelId === ticket.label?.labelId && <IconCheck size={14} aria-hidden />}
        </button>
      ))}
      <button
        type="button"
        role="menuitemradio"
        aria-checked={ticket.label === null}
        className={dropdownItem}
        onClick={() => ticket.label !== null && clear.run({ params: { organisationId, ticketId } })}
      >
        {t.none}
      </button>
      {onManage !== undefined && (
        <button type="button" role="menuitem" className={dropdownItem} onClick={onManage}>
          {t.manage}
        </button>
      )}
    </>
  )
}

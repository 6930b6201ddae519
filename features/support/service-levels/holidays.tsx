import { dayOf } from '@counterfoil/kit/contract/fields.ts'
import { DayInput, noonOf } from '@counterfoil/kit/web/form/date-fields.tsx'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import type { LevelFormValues } from './level-form.rules.ts'
import { levelTexts } from './service-level.messages.ts'
import classes from './service-level-settings.module.css'

/** Edits the holidays in the form of service levels. */
export function Holidays() {
  const t = useTexts(levelTexts)
  const { fields, append, remove } = useFieldArray<LevelFormValues, 'holidays'>({
    name: 'holidays',
  })
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  function add() {
    append({ date: noonOf(date), name: sanitise(name) })
    setDate('')
    setName('')
  }
  return (
    <Section title={t.holidays}>
      {fields.length === 0 && <p className={classes.hint}>{t.noHolidays}</p>}
      <ul className={classes.holidays}>
        {fields.map((holiday, place) => (
          <li key={holiday.id}>
            <time dateTime={dayOf(holiday.date)}>{formatDay(dayOf(holiday.date))}</time>
            <span>{holiday.name}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t.remove({ day: holiday.name || holiday.date })}
              onClick={() => remove(place)}
            >
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div className={classes.add}>
        <DayInput
          size="xs"
          label={t.date}
          value={date === '' ? null : date}
          onChange={(day) => setDate(day ?? '')}
        />
        <RuledInput
          size="xs"
          label={t.name}
          rule={{ ...inputRules.text, maxLength: 100 }}
          value={name}
          onValue={setName}
        />
        <Button
          size="xs"
          variant="default"
          disabled={date === '' || fields.some((holiday) => dayOf(holiday.date) === date)}
          onClick={add}
        >
          {t.add}
        </Button>
      </div>
    </Section>
  )
}

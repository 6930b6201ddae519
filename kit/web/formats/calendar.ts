import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/tr.js'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { useLanguage, useTexts } from '../texts/i18n.tsx'

const msg = messagesOf(import.meta.url)

/** Weekends look like other days: payments know none. */
const noDays: [] = []

const texts = msg({
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
  chooseMonth: 'Choose a month',
  chooseYear: 'Choose a year',
})

/** What every calendar has in common: language, names of its buttons, and how its days look. */
export function useCalendar() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  return {
    locale: language,
    weekendDays: noDays,
    hideOutsideDates: true,
    ariaLabels: {
      previousMonth: t.previousMonth,
      nextMonth: t.nextMonth,
      previousYear: t.previousYear,
      nextYear: t.nextYear,
      previousDecade: t.previousDecade,
      nextDecade: t.nextDecade,
      monthLevelControl: t.chooseMonth,
      yearLevelControl: t.chooseYear,
    },
  }
}

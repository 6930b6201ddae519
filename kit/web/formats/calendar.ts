import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/tr.js'
import { messages, useLanguage, useTexts } from '../texts/i18n.tsx'

/** Weekends look like other days: payments know none. */
const noDays: [] = []

const texts = messages({
  previousMonth: ['Previous month', 'Önceki ay'],
  nextMonth: ['Next month', 'Sonraki ay'],
  previousYear: ['Previous year', 'Önceki yıl'],
  nextYear: ['Next year', 'Sonraki yıl'],
  previousDecade: ['Previous decade', 'Önceki on yıl'],
  nextDecade: ['Next decade', 'Sonraki on yıl'],
  chooseMonth: ['Choose a month', 'Ay seç'],
  chooseYear: ['Choose a year', 'Yıl seç'],
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

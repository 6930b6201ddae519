import { expect, test } from 'vitest'
import { labelName } from './label-names.rules.ts'
import { defaultLabels } from './labels.contract.ts'

test('the default labels are named in the reader’s language, and others as they were entered', () => {
  const names = (language: string) => defaultLabels.map(({ value }) => labelName(value, language))
  expect(names('en')).toEqual(['Pending', 'Done', 'In progress'])
  expect(names('tr')).toEqual(['Beklemede', 'Tamamlandı', 'Sürüyor'])
  expect(labelName('İade', 'tr')).toBe('İade')
})

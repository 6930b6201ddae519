import { localeOf } from '@counterfoil/kit/contract/languages.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { problemTexts } from '../calls/problem.messages.ts'
import {
  initialLanguage,
  inPageLanguage,
  LanguageProvider,
  useLanguage,
  useTexts,
} from './i18n.tsx'

const texts = { title: { en: 'Payments', tr: 'Ödemeler' } }

function Shown() {
  return <p>{`${useTexts(texts).title} ${useLanguage().locale}`}</p>
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  document.documentElement.lang = 'en'
})

test('without a choice the portal speaks British English [i18n.default-locale]', () => {
  expect(initialLanguage()).toBe('en')
  expect(localeOf[initialLanguage()]).toBe('en-GB')
  render(
    <LanguageProvider>
      <Shown />
    </LanguageProvider>,
  )
  expect(screen.getByText('Payments en-GB')).toBeTruthy()
})

test('what is said outside of components follows the page’s language', () => {
  expect(inPageLanguage(problemTexts).unknown).toBe('Unknown error')
  document.documentElement.lang = 'tr'
  expect(inPageLanguage(problemTexts).unknown).toBe('Bilinmeyen hata')
  document.documentElement.lang = 'de'
  expect(inPageLanguage(problemTexts).unknown).toBe('Unknown error')
})

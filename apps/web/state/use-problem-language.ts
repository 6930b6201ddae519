import { problemTexts } from 'virtual:problem-texts'
import { logFailure } from '@counterfoil/kit/web/calls/log.ts'
import { addProblemTexts } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useLanguage } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'

/** Loads the problem messages in the page's language, if that is not English. */
export function useProblemLanguage(): void {
  const { language } = useLanguage()
  useEffect(() => {
    // without them refusals are told in English
    problemTexts[language]?.().then(
      (texts) => addProblemTexts(language, texts.default),
      (cause: unknown) => logFailure('The texts of refusals could not be fetched', cause),
    )
  }, [language])
}

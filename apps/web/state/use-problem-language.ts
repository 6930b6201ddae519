import { logFailure } from '@counterfoil/kit/web/calls/log.ts'
import { translateProblems } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useLanguage } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'

/** Fetches what the server's refusals say in the page's language, when it is not the server's own. */
export function useProblemLanguage(): void {
  const { language } = useLanguage()
  useEffect(() => {
    if (language !== 'tr') return
    // without them refusals are told in English
    import('./turkish-problems.ts').then(
      ({ turkishProblems }) => translateProblems(turkishProblems),
      (cause: unknown) => logFailure('The texts of refusals could not be fetched', cause),
    )
  }, [language])
}

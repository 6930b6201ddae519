import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import { useCallback, useMemo } from 'react'
import { type NamedId, useCurrencies, useUserContext } from '../session/user.tsx'
import { useLanguage } from '../texts/i18n.tsx'

/** The countries in use, named in the user's language and in its order. `id` is the two-letter code. */
export function useCountries(): NamedId[] {
  const { countries } = useUserContext()
  const { locale } = useLanguage()
  return useMemo(() => {
    const { compare } = new Intl.Collator(locale)
    return countries
      .map(({ id }) => ({ id, name: countryName(id, locale) }))
      .sort((one, other) => compare(one.name, other.name))
  }, [countries, locale])
}

/** The name of a service provider by its code, which stays where the provider is not in use. */
export function useProviderNames(): (code: string) => string {
  const { serviceProviders } = useUserContext()
  return useCallback(
    (code) => serviceProviders.find(({ id }) => id === code)?.name ?? code,
    [serviceProviders],
  )
}

/** The currencies in use as choices: the ISO 4217 code and its name, which ISO has in English alone. */
export function useCurrencyChoices(): { value: string; label: string }[] {
  const currencies = useCurrencies()
  const { language, locale } = useLanguage()
  return useMemo(() => {
    const named = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' })
    const nameOf = ({ id, name }: NamedId) => (language === 'en' ? name : (named.of(id) ?? name))
    return [...currencies.values()].map((one) => {
      const name = nameOf(one)
      return { value: one.id, label: name === one.id ? name : `${one.id} · ${name}` }
    })
  }, [currencies, language, locale])
}

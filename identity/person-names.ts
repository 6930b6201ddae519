// What somebody may be called, wherever a name is typed.
import { hasCardNumber } from '@counterfoil/kit/contract/card-number.ts'
import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { registerTexts } from './account-texts.ts'
import type { Language } from './language.ts'

export const maxNameLength = 100

interface PersonName {
  readonly firstName: string
  readonly lastName: string
}

/** What is wrong with a name that a form brought. */
export function nameComplaints(name: PersonName, language: Language): Partial<PersonName> {
  const { nameMissing, nameIsCard } = inLanguage(registerTexts, language)
  const firstName = name.firstName === '' ? nameMissing : undefined
  return {
    ...(hasCardNumber(name.firstName) ? { firstName: nameIsCard } : firstName && { firstName }),
    ...(hasCardNumber(name.lastName) && { lastName: nameIsCard }),
  }
}

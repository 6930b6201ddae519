// What a newly chosen password must be, wherever it is chosen.

import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { type Html, html } from '@counterfoil/kit/server/codecs/html.ts'
import { passwordTexts } from './account-texts.ts'
import { fieldOf } from './form.ts'
import type { Language } from './language.ts'
import type { PageContext } from './page.ts'
import { demoPassword, maxPasswordLength, minPasswordLength } from './passwords.ts'

export interface PasswordComplaints {
  readonly password?: string | undefined
  readonly repeat?: string | undefined
}

/** What is wrong with the password that a form brought, typed twice. */
export function complaintsOf(
  form: URLSearchParams,
  language: Language,
  isDemo: boolean,
): PasswordComplaints {
  const texts = inLanguage(passwordTexts, language)
  const password = form.get('password') ?? ''
  const length = [...password].length
  if (length < minPasswordLength || length > maxPasswordLength) {
    return { password: texts.tooShort({ least: minPasswordLength, most: maxPasswordLength }) }
  }
  if (password === demoPassword && !isDemo) return { password: texts.published }
  return password === form.get('repeat') ? {} : { repeat: texts.differs }
}

export function passwordFields(
  context: PageContext,
  complaints: PasswordComplaints,
  options: { isFirst: boolean; isReplacing: boolean },
): Html {
  const texts = inLanguage(passwordTexts, context.language)
  const common = {
    type: 'password' as const,
    autocomplete: 'new-password',
    maxLength: maxPasswordLength,
  }
  return html`${fieldOf(context, {
    ...common,
    name: 'password',
    label: options.isReplacing ? texts.newPassword : texts.choose,
    hint: texts.hint({ least: minPasswordLength }),
    problem: complaints.password,
    isFirst: options.isFirst,
  })}
${fieldOf(context, {
  ...common,
  name: 'repeat',
  label: options.isReplacing ? texts.repeat : texts.chooseAgain,
  problem: complaints.repeat,
})}`
}

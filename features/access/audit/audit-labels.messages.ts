// Apart from the texts of the screens: these are many, and the first page does without them.

import { readableStatus } from '@counterfoil/kit/web/formats/status.ts'
import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'
import { actionLabels, actionName } from './audit-actions.rules.ts'

export const actionWords = messages(actionLabels)

/** Fields by their names in the API. What is not here is shown in the API's own words. */
export const fieldWords = messages({
  status: ['Status', 'Durum'],
  amount: ['Amount', 'Tutar'],
  reason: ['Reason', 'Neden'],
  reasonCode: ['Reason code', 'Neden kodu'],
  declineReason: ['Decline reason', 'Ret nedeni'],
  authorisedAmount: ['Authorised', 'Provizyon'],
  capturedAmount: ['Captured', 'Tahsil edilen'],
  refundedAmount: ['Refunded', 'İade edilen'],
  voidedAmount: ['Voided', 'İptal edilen'],
  disputedAmount: ['Disputed', 'İtiraz edilen'],
  currency: ['Currency', 'Para birimi'],
  name: ['Name', 'Ad'],
  logo: ['Logo', 'Logo'],
  layoutName: ['Layout', 'Yerleşim'],
  sidebarBackgroundColor: ['Sidebar', 'Kenar çubuğu'],
  headerBackgroundColor: ['Header', 'Üst çubuk'],
  mainBackgroundColor: ['Page', 'Sayfa'],
  primaryColor: ['Primary colour', 'Ana renk'],
  buttonsLinkColor: ['Buttons and links', 'Düğmeler ve bağlantılar'],
  buttonsLinkColorRGB: ['Buttons and links (RGB)', 'Düğmeler ve bağlantılar (RGB)'],
  textColor: ['Text', 'Metin'],
  firstName: ['First name', 'Ad'],
  lastName: ['Last name', 'Soyad'],
  timeZone: ['Time zone', 'Saat dilimi'],
  lockedUntil: ['Locked until', 'Kilitli kalacağı zaman'],
  where: ['Where', 'Nerede'],
  permissions: ['Permissions', 'Yetkiler'],
  scaRequiredPermissions: ['Permissions that ask for a code', 'Kod istenen yetkiler'],
  ownPermissions: ['Further permissions', 'Ek yetkiler'],
  merchantIds: ['Merchants', 'Üye iş yerleri'],
  methods: ['Payment methods', 'Ödeme yöntemleri'],
  providers: ['Providers', 'Sağlayıcılar'],
  roleId: ['Role', 'Rol'],
  roleName: ['Role', 'Rol'],
  isActive: ['Active', 'Etkin'],
  email: ['E-mail', 'E-posta'],
  refusal: ['Reason', 'Neden'],
})

/** Values that are codes of the product's own, after the name of their field. */
export const codeWords = messages({
  'refusal.wrong_password': ['Wrong password', 'Yanlış parola'],
  'refusal.wrong_code': ['Wrong code', 'Yanlış kod'],
  'refusal.locked': ['The account is locked', 'Hesap kilitli'],
  'refusal.inactive': ['The account is not active', 'Hesap etkin değil'],
  'where.here': ['Here', 'Burada'],
  'where.elsewhere': ['In one session elsewhere', 'Başka yerdeki bir oturumda'],
  'where.everywhere': ['Everywhere', 'Her yerde'],
})

/** The text of a name, or the name itself with its words apart. */
export function wordFor(name: string, words: Readonly<Record<string, string>>): string {
  if (Object.hasOwn(words, name)) return words[name] ?? name
  return readableStatus(name.replaceAll('.', ' '))
}

/** What was done, from the id of its call. */
export function actionText(action: string, words: Readonly<Record<string, string>>): string {
  return wordFor(actionName(action), words)
}

// Apart from the texts of the screens: these are many, and the first page does without them.

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { readableStatus } from '@counterfoil/kit/contract/status-names.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { actionName } from './audit-actions.rules.ts'

const msg = messagesOf(import.meta.url)

type Labels = Readonly<Record<string, Text>>

/** Actions as each feature's `*.audit.ts` calls them. */
export const actionWords: Labels = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<{ actionLabels?: Labels }>('../../*/*/*.audit.ts', { eager: true }),
  ).map(({ actionLabels }) => actionLabels),
)

/** Fields by their names in the API. What is not here is shown in the API's own words. */
export const fieldWords = msg({
  status: 'Status',
  amount: 'Amount',
  reason: 'Reason',
  reasonCode: 'Reason code',
  declineReason: 'Decline reason',
  authorisedAmount: 'Authorised',
  capturedAmount: 'Captured',
  refundedAmount: 'Refunded',
  voidedAmount: 'Voided',
  disputedAmount: 'Disputed',
  currency: 'Currency',
  name: 'Name',
  logo: 'Logo',
  layoutName: 'Layout',
  sidebarBackgroundColor: 'Sidebar',
  headerBackgroundColor: 'Header',
  mainBackgroundColor: 'Page',
  primaryColor: 'Primary colour',
  buttonsLinkColor: 'Buttons and links',
  buttonsLinkColorRGB: 'Buttons and links (RGB)',
  textColor: 'Text',
  firstName: 'First name',
  lastName: 'Last name',
  timeZone: 'Time zone',
  lockedUntil: 'Locked until',
  where: 'Where',
  permissions: 'Permissions',
  scaRequiredPermissions: 'Permissions that ask for a code',
  ownPermissions: 'Further permissions',
  merchantIds: 'Merchants',
  methods: 'Payment methods',
  providers: 'Providers',
  roleId: 'Role',
  roleName: 'Role',
  isActive: 'Active',
  email: 'E-mail',
  refusal: 'Reason',
  identityProvider: 'Identity provider',
  domain: 'Domain',
  isProven: 'Proven',
  issuer: 'Issuer',
  clientId: 'Client ID',
  clientCredential: 'Client secret set',
  passwordsFor: 'Sign in by password',
  failedStep: 'Failed step',
  technicalReason: 'Technical reason',
})

/** Values that are codes of the product's own, after the name of their field. */
export const codeWords = msg({
  'refusal.wrong_password': 'Wrong password',
  'refusal.wrong_code': 'Wrong code',
  'refusal.locked': 'The account is locked',
  'refusal.inactive': 'The account is not active',
  'refusal.elsewhere_only': 'Sign-in by password is closed',
  'refusal.no_email': 'The identity provider gave no e-mail address',
  'refusal.unverified_email': 'The e-mail address is not verified',
  'refusal.foreign_domain': 'The domain of the e-mail address is not proven here',
  'refusal.unknown': 'There is no account here',
  'refusal.other_subject': 'The e-mail address belonged to another account at the provider',
  'refusal.no_role': 'No group gives a role',
  'failedStep.discovery': 'The provider describes itself',
  'failedStep.keys': 'Its keys',
  'failedStep.sign-in': 'The sign-in came back',
  'failedStep.token': 'The id token is genuine',
  'failedStep.claims': 'What it says about the person',
  'where.here': 'Here',
  'where.elsewhere': 'In one session elsewhere',
  'where.everywhere': 'Everywhere',
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

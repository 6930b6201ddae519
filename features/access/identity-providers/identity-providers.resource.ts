import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  day,
  instant,
  optional,
  reference,
  references,
  text,
  url,
} from '@counterfoil/kit/contract/resource-fields.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

const claim = (label: Text, hint: Text) => optional(text(label, { max: 120, hint }))

export const identityProviders = resource({
  id: 'identity-providers',
  one: msg('Identity provider'),
  many: msg('Identity providers'),
  about: msg(
    'Where people of your organisation sign in instead of using a password here: any OpenID Connect provider. The domain of the e-mail address decides who is sent there.',
  ),
  path: '/crm/settings/identity-providers',
  screen: {
    path: '/crm/settings/general-settings/identity-providers',
    order: 175,
    icon: 'IconLogin2',
  },
  permission: 'Settings.GeneralSettings.IdentityProvider.View',
  table: 'identity_provider',
  owner: 'tenant',
  fields: {
    name: text(msg('Name'), {
      part: msg('Connection'),
      max: 80,
      hint: msg('As people know it: they read it when they sign in'),
    }),
    issuer: url(msg('Issuer'), {
      hint: msg('Exactly as the provider writes it, with or without a slash at its end'),
    }),
    clientId: text(msg('Client ID'), { max: 255 }),
    scopes: optional(
      text(msg('Scopes'), {
        max: 500,
        pattern: /^[\x21-\x7e]+( [\x21-\x7e]+)*$/,
        example: 'openid profile email',
        hint: msg('Separated by spaces. If empty: openid profile email'),
      }),
    ),
    secretExpiresOn: optional(
      day(msg('Client secret expires on'), {
        hint: msg('Administrators are notified 30 days before, 7 days before and the day before'),
      }),
    ),
    emailVerified: choice(
      msg('E-mail addresses count'),
      msg({
        said: 'If the provider says that it verified them',
        assumed: 'Always: nobody there can choose somebody else’s address',
      }),
      { part: msg('What the provider says about people') },
    ),
    emailClaim: claim(msg('Claim with the e-mail address'), msg('If empty: email')),
    givenNameClaim: claim(msg('Claim with the first name'), msg('If empty: given_name')),
    familyNameClaim: claim(msg('Claim with the last name'), msg('If empty: family_name')),
    groupsClaim: claim(msg('Claim with the groups'), msg('If empty: groups decide nothing')),
    newcomers: choice(
      msg('People without an account'),
      msg({ refused: 'Are refused', made: 'Get an account' }),
      { part: msg('People without an account here') },
    ),
    newcomerRoleId: optional(
      reference(msg('Role of new users'), targets.operatorRole, {
        hint: msg('Where a group below gives another role, that one counts'),
      }),
    ),
    newcomerMerchants: references(msg('New users see'), targets.merchant, {
      emptyMeansAll: true,
    }),
  },
  computedFields: { secretSetAt: instant(msg('Client secret set')) },
  columns: ['name', 'issuer', 'clientId', 'newcomers', 'secretExpiresOn', 'updatedAt'],
  sort: 'name',
  search: ['name', 'issuer', 'clientId'],
  unique: [['name']],
  example: {
    issuer: 'https://example.com/realms/staff',
    scopes: 'openid profile email',
    newcomers: 'refused',
    newcomerRoleId: null,
    newcomerMerchants: [],
  },
})

import type { Context } from '@counterfoil/kit/server/request/context.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { expect, test } from 'vitest'
import { readClientConfiguration } from './context.contract.ts'
import { routes } from './context.routes.ts'

const { database } = await testDatabase()

/** What the browser is told with these settings. */
async function configurationWith(environment: Record<string, string>, clientId: string) {
  const route = routes.find(({ endpoint }) => endpoint.id === readClientConfiguration.id)
  const settings = readSettings(environment)
  const answer = await route?.handle({ params: { clientId }, query: {}, body: undefined }, {
    settings,
    database,
  } as Context<undefined>)
  return readClientConfiguration.answer?.parse(answer)
}

test('the browser learns from it how to sign in [auth.configuration] [auth.response-type]', async () => {
  expect(readClientConfiguration.path).toBe('/api/_configuration/:clientId')
  const configuration = await configurationWith({ PORT: '4000' }, 'counterfoil-portal')
  expect(configuration).toMatchObject({
    authority: 'http://localhost:4001',
    client_id: 'counterfoil-portal',
    response_type: 'code',
    resource: 'http://localhost:4000/api',
    sign_in_popup: false,
    register_url: 'http://localhost:4001/Identity/Account/Register',
    account_url: 'http://localhost:4001/Identity/Account/Manage',
  })
  await expect(configurationWith({}, 'another')).rejects.toMatchObject({ status: 404 })
})

test('it names the pages of sign-in, renewal and sign-out [auth.callback-page] [auth.silent-page] [auth.post-logout-page]', async () => {
  const origin = 'https://pay.example'
  expect(await configurationWith({ PUBLIC_URL: `${origin}/` }, 'counterfoil-portal')).toMatchObject(
    {
      redirect_uri: `${origin}/login-callback`,
      silent_redirect_uri: `${origin}/assets/silent-redirect.html`,
      post_logout_redirect_uri: `${origin}/assets/logout-callback.html`,
    },
  )
})

test('it asks for the scopes of the documents [auth.scopes]', async () => {
  const configuration = await configurationWith({}, 'counterfoil-portal')
  const asked = configuration?.scope.split(' ')
  const documented =
    'openid profile email Merchant Payment Webhook Accounting Support FileService Banking'
  expect(asked).toEqual(expect.arrayContaining(documented.split(' ')))
})

test('another provider is named as the settings say, and nothing of ours is asked of it', async () => {
  const settings = {
    OIDC_ISSUER: 'https://id.example/realms/pay/',
    OIDC_CLIENT_ID: 'backoffice',
    OIDC_SCOPES: 'openid mail',
    OIDC_PROFILE_CLAIM: 'role_kind',
    OIDC_ACCOUNT_URL: 'https://id.example/me',
    SIGN_IN_POPUP: 'on',
  }
  const configuration = await configurationWith(settings, 'counterfoil-portal')
  expect(configuration).toMatchObject({
    authority: 'https://id.example/realms/pay/',
    client_id: 'backoffice',
    scope: 'openid mail',
    profile_claim: 'role_kind',
    sign_in_popup: true,
    register_url: null,
    account_url: 'https://id.example/me',
  })
  expect(configuration?.resource).toBeUndefined()
})

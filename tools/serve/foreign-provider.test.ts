import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { startTokenIssuer } from '@counterfoil/kit/testing/token-issuer.ts'
import { describeDemo } from '@counterfoil/workloads/demo/seed-demo.ts'
import { expect, test } from 'vitest'
import { describeForeignProvider } from './foreign-provider.ts'

test('a start says what to set up at another provider, and what is wrong already', async () => {
  const provider = await startTokenIssuer({ audience: 'x' })
  const said = async (issuer: string) => {
    const settings = readSettings({ OIDC_ISSUER: issuer, PUBLIC_URL: 'https://pay.example/' })
    return (await describeForeignProvider(settings)).join('\n')
  }
  const right = await said(provider.issuer)
  expect(right).toContain('https://pay.example/login-callback')
  expect(right).toContain('https://pay.example/assets/logout-callback.html')
  expect(right).not.toContain('nobody can sign in yet')
  expect(await said(`${provider.issuer}/`)).toContain(`calls itself ${provider.issuer}: set it`)
  await provider.close()
  expect(await said(provider.issuer)).toContain('nobody can sign in yet')
})

test('the demo’s password is told where it opens something alone', () => {
  const demoText = (some: Record<string, string>) => describeDemo(readSettings(some)).join('\n')
  expect(demoText({})).toContain('Counterfoil-demo-1')
  expect(demoText({ OIDC_ISSUER: 'https://id.example' })).not.toContain('Counterfoil-demo-1')
})

import { demoPassword } from '@counterfoil/identity/passwords.ts'
import { signInByForm } from '@counterfoil/kit/testing/sign-in.ts'

/** Signs somebody of the demo in, and answers the headers with which the portal's calls are asked. */
export async function signInToDemo(
  portalUrl: string,
  email = 'merchant@harbour.example',
): Promise<{ authorization: string }> {
  const { accessToken } = await signInByForm(portalUrl, email, demoPassword)
  return { authorization: `Bearer ${accessToken}` }
}

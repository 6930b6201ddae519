import { type CryptoKey, FlattenedSign, flattenedVerify } from 'jose'
import { type Participant, signatureAlgorithm } from './participant-key.ts'

const at = 'http://openbanking.org.uk/iat'
const issuer = 'http://openbanking.org.uk/iss'
const anchor = 'http://openbanking.org.uk/tan'
const crit = { [at]: true, [issuer]: true, [anchor]: true }

/** `x-jws-signature`: a signature over the body, without the body. */
export async function signDetached(
  body: string,
  { privateKey, keyId, clientId }: Participant,
  now: Date,
): Promise<string> {
  const { protected: header, signature } = await new FlattenedSign(Buffer.from(body))
    .setProtectedHeader({
      ...{ alg: signatureAlgorithm, kid: keyId, typ: 'JOSE', cty: 'application/json' },
      ...{ [at]: Math.floor(now.getTime() / 1000), [issuer]: clientId },
      [anchor]: 'openbanking.org.uk',
      crit: Object.keys(crit),
    })
    .sign(privateKey, { crit })
  return `${header}..${signature}`
}

/** Whether the header is a signature of exactly this body. */
export async function isSignedDetached(
  body: string,
  header: string,
  key: CryptoKey,
): Promise<boolean> {
  const [protectedPart, middle, signature, ...more] = header.split('.')
  if (!protectedPart || middle !== '' || !signature || more.length > 0) return false
  const jws = {
    protected: protectedPart,
    signature,
    payload: Buffer.from(body).toString('base64url'),
  }
  try {
    await flattenedVerify(jws, key, { crit, algorithms: [signatureAlgorithm] })
    return true
  } catch {
    return false
  }
}

import { createHash } from 'node:crypto'
import { connect as connectSocket, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { answering } from '@counterfoil/providers/outbound/checked-addresses.ts'
import ssh2, { type Client, type SFTPWrapper } from 'ssh2'
import {
  atStep,
  type DeliveredFile,
  DeliveryFailure,
  pathIn,
  type SftpTarget,
  type Way,
} from './delivery-target.ts'

/** Time from the first packet until the server has let us in. */
const signedInWithinMs = 20_000

/** Signs in and sends the files, each first under a name of its own until it is whole. */
export async function sendBySftp(
  target: SftpTarget,
  way: Way,
  files: readonly DeliveredFile[],
  { isRemoved = false } = {},
): Promise<void> {
  way.signal.throwIfAborted()
  const socket = await atStep('reach', () => open(target, way))
  const client = new ssh2.Client()
  const end = () => client.destroy()
  way.signal.addEventListener('abort', end, { once: true })
  const lost = new AbortController()
  const ended = new Promise<never>((_, reject) => {
    client.once('close', () => {
      // what waits for an answer of the server would wait for ever
      lost.abort()
      reject(new DeliveryFailure('reach', 'The server ended the connection'))
    })
  })
  const work = async () => {
    const sftp = await signIn(client, socket, target)
    const signal = AbortSignal.any([way.signal, lost.signal])
    for (const file of files) {
      await atStep('write', () => write(sftp, pathIn(target.folder, file.name), file, signal))
    }
    if (!isRemoved) return
    const unlink = promisify(sftp.unlink.bind(sftp))
    for (const { name } of files) await atStep('write', () => unlink(pathIn(target.folder, name)))
  }
  try {
    await Promise.race([work(), ended])
  } finally {
    way.signal.removeEventListener('abort', end)
    client.end()
    socket.destroy()
  }
}

function open({ host, port }: SftpTarget, { addresses, signal, silentMs }: Way): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host, port, lookup: answering(addresses), signal })
    socket.setNoDelay(true)
    socket.setTimeout(silentMs, () =>
      socket.destroy(new Error(`The server said nothing for ${silentMs / 1000} s`)),
    )
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      // what comes later is reported by the client that reads from it
      socket.on('error', () => undefined)
      resolve(socket)
    })
  })
}

const signIn = (client: Client, socket: Socket, target: SftpTarget) =>
  new Promise<SFTPWrapper>((resolve, reject) => {
    let shown: string | undefined
    const isTrusted = () => shown !== undefined && shown === target.hostKey
    client.on('error', (cause) => reject(failureOf(cause, shown, isTrusted())))
    client.once('ready', () =>
      client.sftp((cause, sftp) => {
        if (cause === undefined) resolve(sftp)
        else reject(new DeliveryFailure('write', cause.message))
      }),
    )
    client.connect({
      sock: socket,
      username: target.user,
      readyTimeout: signedInWithinMs,
      // before anything secret is sent
      hostVerifier: (key: Buffer) => {
        shown = fingerprintOf(key)
        return isTrusted()
      },
      ...(isPrivateKey(target.secret)
        ? { privateKey: target.secret }
        : { password: target.secret, tryKeyboard: false }),
    })
  })

function failureOf(
  cause: Error & { level?: string },
  shown: string | undefined,
  isTrusted: boolean,
): DeliveryFailure {
  if (shown !== undefined && !isTrusted) {
    return new DeliveryFailure('host_key', `The server has the key ${shown}`, shown)
  }
  const step = cause.level === 'client-authentication' ? 'sign_in' : 'reach'
  return new DeliveryFailure(step, cause.message)
}

async function write(
  sftp: SFTPWrapper,
  path: string,
  file: DeliveredFile,
  signal: AbortSignal,
): Promise<void> {
  const part = `${path}.part`
  await pipeline(await file.open(), sftp.createWriteStream(part), { signal })
  await moveOver(sftp, part, path)
}

/** Servers of OpenSSH replace what is there; for others it is taken away first. */
async function moveOver(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  const replace = promisify(sftp.ext_openssh_rename.bind(sftp))
  try {
    await replace(from, to)
    return
  } catch {
    // a server without that extension
  }
  await promisify(sftp.unlink.bind(sftp))(to).catch(() => undefined)
  await promisify(sftp.rename.bind(sftp))(from, to)
}

/** As `ssh-keygen -l` prints it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

const isPrivateKey = (secret: string) => secret.trimStart().startsWith('-----BEGIN ')

/** A key pair of this product's own; the public half is a line of `authorized_keys`. */
export function makeKeyPair(comment: string): {
  readonly private: string
  readonly public: string
} {
  const { private: privateKey, public: publicKey } = ssh2.utils.generateKeyPairSync('ed25519', {
    comment,
  })
  return { private: privateKey, public: publicKey }
}

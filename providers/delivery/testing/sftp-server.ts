import { closeSync, mkdirSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2'
import { fingerprintOf } from '../sftp.ts'

// its exports are not named
const { Server, utils } = ssh2
const { STATUS_CODE } = utils.sftp

interface Accepted {
  readonly user: string
  readonly password: string
  /** A line of `authorized_keys`. */
  readonly publicKey?: string
}

/** A server that speaks SFTP and keeps what it is sent in a folder. */
export async function startSftpServer(folder: string, accepted: Accepted) {
  const { private: hostKey } = utils.generateKeyPairSync('ed25519')
  const parsed = utils.parseKey(hostKey)
  if (parsed instanceof Error) throw parsed
  const state = {
    port: 0,
    hostKey: fingerprintOf(parsed.getPublicSSH()),
    /** How often somebody tried to sign in. */
    attempts: 0,
    knowsPosixRename: true,
    dropsAfterBytes: Number.POSITIVE_INFINITY,
    /** Takes what is written and says nothing. */
    isSilent: false,
    makeFolder: (name: string) => mkdirSync(join(folder, name), { recursive: true }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  state.makeFolder('in')
  const server = new Server({ hostKeys: [hostKey] }, (client) => {
    client.on('error', () => undefined)
    client.on('authentication', (context) => {
      if (context.method !== 'none') state.attempts += 1
      if (isAccepted(context, accepted)) context.accept()
      else context.reject(['password', 'publickey'])
    })
    client.on('ready', () => {
      client.on('session', (accept) => {
        accept().on('sftp', (acceptSftp) => serve(acceptSftp(), client))
      })
    })
  })

  function serve(sftp: SFTPWrapper, client: Connection): void {
    const opened = new Map<number, number>()
    let received = 0
    const answer = (id: number, work: () => void) => {
      try {
        work()
        sftp.status(id, STATUS_CODE.OK)
      } catch {
        sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
      }
    }
    sftp.on('OPEN', (id, name) => {
      try {
        const file = openSync(join(folder, name), 'w')
        opened.set(file, file)
        sftp.handle(id, Buffer.from([file]))
      } catch {
        sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
      }
    })
    sftp.on('WRITE', (id, handle, offset, data) => {
      if (state.isSilent) return
      received += data.length
      if (received > state.dropsAfterBytes) return void client.end()
      answer(id, () => writeSync(handle[0] as number, data, 0, data.length, offset))
    })
    sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK))
    sftp.on('CLOSE', (id, handle) => answer(id, () => closeSync(handle[0] as number)))
    sftp.on('REMOVE', (id, path) => answer(id, () => unlinkSync(join(folder, path))))
    sftp.on('RENAME', (id, from, to) =>
      answer(id, () => renameSync(join(folder, from), join(folder, to))),
    )
    sftp.on('EXTENDED', (id, name, data) => {
      if (name !== 'posix-rename@openssh.com' || !state.knowsPosixRename) {
        return sftp.status(id, STATUS_CODE.OP_UNSUPPORTED)
      }
      const length = data.readUInt32BE(0)
      const from = data.subarray(4, 4 + length).toString()
      const to = data.subarray(8 + length).toString()
      answer(id, () => renameSync(join(folder, from), join(folder, to)))
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.port = (server.address() as AddressInfo).port
  return state
}

function isAccepted(context: AuthContext, { user, password, publicKey }: Accepted): boolean {
  if (context.username !== user) return false
  if (context.method === 'password') return context.password === password
  if (context.method !== 'publickey' || publicKey === undefined) return false
  const known = utils.parseKey(publicKey)
  if (known instanceof Error || !known.getPublicSSH().equals(context.key.data)) return false
  // first it is only asked whether the key would do
  if (context.signature === undefined || context.blob === undefined) return true
  return known.verify(context.blob, context.signature) === true
}

// What would end a start only after a while is looked at first, so that a start that cannot succeed makes nothing.
import { createHash } from 'node:crypto'
import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '@counterfoil/kit/server/make-folder.ts'
import type { Settings } from '@counterfoil/kit/server/settings.ts'

/** Throws, naming the setting to change, when the data folder or a port cannot be used. Answers what releases them. */
export async function checkBeforeStart(settings: Settings): Promise<() => Promise<void>> {
  requireWritable(settings.dataDir)
  const release = await claimDataDir(settings)
  try {
    for (const port of portsOf(settings)) await requireFreePort(port, settings.host)
    return release
  } catch (error) {
    await release()
    throw error
  }
}

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'lies on a read-only file system',
  EACCES: 'may not be written to by this user',
  EPERM: 'may not be written to by this user',
  ENOSPC: 'lies on a disk without space',
  EDQUOT: 'lies on a disk without space',
  EEXIST: 'is not a folder',
  ENOTDIR: 'is not a folder',
}

function requireWritable(dataDir: string): void {
  const probe = join(dataDir, `.write-test-${process.pid}`)
  try {
    makeFolder(dataDir)
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const why = reasons[code] ?? `cannot be used (${message})`
    throw new Error(`DATA_DIR ${dataDir} ${why}. Set DATA_DIR to a folder that can be written to.`)
  }
}

function portsOf({ roles, port, identityPort, oidc }: Settings): number[] {
  const serves = roles.has('api') || roles.has('web')
  const identifies = roles.has('identity') && oidc.isEmbedded
  if (serves && identifies && port === identityPort) {
    throw new Error(`PORT and IDENTITY_PORT are both ${port}. Set one of them to another.`)
  }
  return [...(serves ? [port] : []), ...(identifies ? [identityPort] : [])]
}

const cannotListen = (host: string, port: number, { message }: Error) =>
  new Error(
    `${host}:${port} cannot be listened on (${message}). Set HOST to an address of this machine, PORT and IDENTITY_PORT to ports that this user may open.`,
  )

/** Fails with EADDRINUSE and the port, as the server itself would later. */
function requireFreePort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? error : cannotListen(host, port, error)),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/**
 * One process serves the portal from an embedded database; further workers may share it. The claim is a local socket,
 * which the operating system gives back however the process ends, so a kill leaves nothing to clean up.
 */
async function claimDataDir({
  dataDir,
  databaseUrl,
  roles,
}: Settings): Promise<() => Promise<void>> {
  const isWorkerAlone = [...roles].every((role) => role === 'worker')
  if (databaseUrl !== undefined || isWorkerAlone) return async () => undefined
  const address = claimAddress(dataDir)
  for (let attempt = 1; ; attempt += 1) {
    const claim = await listenAt(address)
    if (claim !== undefined) return () => closeServer(claim)
    if (attempt > 1 || (await isAnswered(address))) {
      throw new Error(
        `Counterfoil already runs on ${dataDir}. Stop it, or set DATA_DIR, PORT and IDENTITY_PORT to others.`,
      )
    }
    rmSync(address, { force: true })
  }
}

function claimAddress(dataDir: string): string {
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)
  // paths of sockets are short everywhere, so they do not lie in the data folder itself
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\counterfoil-${name}`
    : join(tmpdir(), `counterfoil-${name}.sock`)
}

/** Undefined where a socket of this name exists already. */
function listenAt(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => resolve(server.unref()))
  })
}

/** Whether a process listens at the socket; one that belongs to another user counts. */
function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EACCES'))
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

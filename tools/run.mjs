// Runs the project's commands with the project's own Node, and installs what is missing before.
// Plain JavaScript, because the host's Node may be any from 20 on.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command = '', ...args] = process.argv.slice(2)
process.chdir(root)

/** A command is a file of its name in one of these. */
const commandFolders = ['tools', 'workloads']
const oldestHost = 20
const ownMajor = 26
const hostMajor = Number(process.versions.node.split('.')[0])
if (hostMajor < oldestHost) {
  fail(`Counterfoil needs Node ${oldestHost} or newer to start; this is ${process.version}.`)
}
if (isInstallNeeded()) install()
const node = findNode()
const inProject = {
  ...process.env,
  PATH: [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
}
const file = commandFolders.map((folder) => join(folder, `${command}.ts`)).find(existsSync)
if (command === 'check') check()
else if (file !== undefined) run(file)
else fail(`There is no command "${command}". There are: ${commands().join(', ')}.`)

/** Whether what is installed is not what the lock file says. Compared by content: a checkout changes all times. */
function isInstallNeeded() {
  const installed = join('node_modules', '.package-lock.json')
  if (!existsSync(installed)) return true
  if (statSync(installed).mtimeMs > statSync('package-lock.json').mtimeMs) return false
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages
  return Object.entries(wanted).some(
    ([path, one]) =>
      path.startsWith('node_modules/') &&
      // packages for other platforms are left out
      !one.optional &&
      present[path]?.version !== one.version,
  )
}

function install() {
  console.log('Installing dependencies (npm ci), which takes a minute or two …')
  const npm = process.env.npm_execpath
  // the host's Node may be older than what some packages name; they run on the project's own
  const flags = ['ci', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const [program, given] = npm ? [process.execPath, [npm, ...flags]] : ['npm', flags]
  const { status, error } = spawnSync(program, given, {
    stdio: 'inherit',
    shell: !npm && process.platform === 'win32',
  })
  if (status !== 0) fail(`npm ci failed${error ? `: ${error.message}` : ''}`, status ?? 1)
}

/** The Node that the project pins, whatever the host has. */
function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const names = [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const name of names) {
    const path = join(root, 'node_modules', name, 'bin', program)
    if (existsSync(path)) return path
  }
  if (hostMajor >= ownMajor) return process.execPath
  return fail(
    `There is no packaged Node for ${platform}-${process.arch}: run this with Node ${ownMajor}.`,
  )
}

/** What is quick to ask: format, lint, import rules, types, and the rules' own tests. */
function check() {
  const bin = (name) => join('node_modules', '.bin', name)
  // each checker works out most types for itself: two take 1.8 times the processor time of one
  const checkers = ['--checkers', '1']
  const steps = [
    [bin('biome'), ['check', '.']],
    [node, ['tools/check-architecture.ts']],
    [bin('tsc'), ['-p', 'tsconfig.server.json', ...checkers]],
    [bin('tsc'), ['-p', 'tsconfig.web.json', ...checkers]],
    [bin('vitest'), ['run', '--project', 'rules', '--reporter', 'dot']],
  ]
  for (const [program, given] of steps) {
    const { status } = spawnSync(program, given, { stdio: 'inherit', env: inProject })
    if (status !== 0) process.exit(status ?? 1)
  }
}

/** Stands for the command: passes signals on, ends as it ends, and takes it along when killed. */
function run(file) {
  // room for the objects of many requests at once: what is short-lived is then thrown away unseen, a sixth of a list's cost
  const flags = JSON.parse(readFileSync(join('tools', 'node-flags.json'), 'utf8'))
  // The channel closes with this process, however it ends: a command that serves then shuts down.
  const child = spawn(node, [...flags, file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: inProject,
  })
  // Ctrl-C reaches the child from the terminal
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event !== undefined) {
    const began = ancestors()
    // npm was killed: nobody would pass a signal on
    setInterval(() => ancestors() !== began && child.kill('SIGTERM'), 500).unref()
  }
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => {
    // the loader has named a library that it does not find, but not how one gets it
    if (code === 127)
      fail('A slim Debian or Ubuntu lacks libatomic: apt-get install libatomic1', code)
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** Who started this, and who started that one: npm has a shell between itself and its command. */
function ancestors() {
  try {
    const above = readFileSync(`/proc/${process.ppid}/status`, 'utf8').match(/^PPid:\t(\d+)/m)
    return `${process.ppid} ${above?.[1]}`
  } catch {
    // no such files on this system
    return `${process.ppid}`
  }
}

function commands() {
  const files = commandFolders
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => /^[a-z]+\.ts$/.test(name) && name !== 'random.ts')
  return ['check', ...files.map((name) => name.slice(0, -3))].sort()
}

function fail(why, status = 1) {
  console.error(why)
  process.exit(status)
}

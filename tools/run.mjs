// Runs the project's commands with the project's own Node. Plain JavaScript for any host Node from 20 on.
import { spawnSync } from 'node:child_process'

const bin = (name) => `node_modules/.bin/${name}`
const check = [
  [bin('biome'), ['check', '.']],
  [bin('node'), ['tools/check-architecture.ts']],
  [bin('tsc'), ['-p', 'tsconfig.server.json']],
  [bin('tsc'), ['-p', 'tsconfig.web.json']],
]
if (process.argv[2] === 'check') {
  for (const [command, args] of check) {
    const { status } = spawnSync(command, args, { stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
  }
}

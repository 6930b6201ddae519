// database/rows.generated.ts: the types of all tables, as the migrations leave them.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '@counterfoil/database/embedded.ts'
import { migrate } from '@counterfoil/database/migrate.ts'
import { ensureDatabase } from '@counterfoil/database/open.ts'
import { ensureRoles } from '@counterfoil/database/roles.ts'

export const rowTypesFile = 'database/rows.generated.ts'

/** Has the types of a migrated database written to `file`. Money is bigint; a date without a time is text. */
async function writeRowTypes(ownerUrl: string, file: string): Promise<void> {
  const cli = new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url).pathname
  const options = {
    '--dialect': 'postgres',
    '--url': ownerUrl,
    '--default-schema': 'app',
    // and what Citus brings along
    '--exclude-pattern': '{pgboss.*,migration.*,public.citus_*}',
    '--type-mapping': '{"int8":"bigint","date":"string"}',
    '--date-parser': 'string',
    '--out-file': file,
  }
  await promisify(execFile)(process.execPath, [cli, ...Object.entries(options).flat()])
}

/** The types as a fresh database has them now. */
export async function readRowTypes(ownerUrl: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-rows-'))
  try {
    const file = join(folder, 'rows.ts')
    await writeRowTypes(ownerUrl, file)
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Migrates a database made for it and writes the file anew. */
export async function refreshRowTypes(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-rows-'))
  // under root the server runs as another user, who must get in
  chmodSync(dataDir, 0o755)
  const server = await startEmbedded({ dataDir, isDurable: false })
  try {
    const ownerUrl = await ensureDatabase(server.ownerUrl, 'counterfoil')
    await ensureRoles(ownerUrl)
    await migrate(ownerUrl)
    await writeRowTypes(ownerUrl, rowTypesFile)
  } finally {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

// `TEST_POSTGRES_PACKAGE` names the folder of another version's package, to run the tests on that version.
// With `CITUS_TEST_SERVER`, the address of a Citus coordinator, they run on that cluster.
// One PostgreSQL for a run of the tests, and in it a migrated template that every test file's database is a copy of.
import { rmSync } from 'node:fs'
import { startEmbedded } from '@counterfoil/database/embedded.ts'
import { ensureDatabase } from '@counterfoil/database/open.ts'
import { prepareDatabase } from '@counterfoil/database/prepare.ts'
import { ensureRoles } from '@counterfoil/database/roles.ts'
// declares what is provided
import type {} from '@counterfoil/kit/testing/test-database.ts'
import type { TestProject } from 'vitest/node'
import { closeTemplate, createSpreadDatabase, dropOnCluster, listNodes } from './citus.ts'
import { temporaryFolder } from './temporary-folder.ts'

const templateName = 'template_counterfoil'

let tearDown = async () => {}

// vitest calls these by their names, before and after the run
export async function setup(project: TestProject): Promise<void> {
  const { CITUS_TEST_SERVER: cluster } = process.env
  if (cluster === undefined) await setUpAlone(project)
  else await setUpOnCluster(project, cluster)
}

async function setUpOnCluster(project: TestProject, serverUrl: string): Promise<void> {
  const nodes = await listNodes(serverUrl)
  const name = `${templateName}_${process.pid}`
  const urls = await createSpreadDatabase(serverUrl, nodes, name)
  await closeTemplate(nodes, name)
  tearDown = () => dropOnCluster(nodes, name)
  project.provide('template', { serverUrl, name, urls, nodes })
}

async function setUpAlone(project: TestProject): Promise<void> {
  const dataDir = temporaryFolder('counterfoil-test-')
  const server = await startEmbedded({
    dataDir,
    isDurable: false,
    packageFolder: process.env.TEST_POSTGRES_PACKAGE,
  })
  tearDown = async () => {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const templateUrl = await ensureDatabase(server.ownerUrl, templateName)
  const urls = await ensureRoles(templateUrl)
  await prepareDatabase(templateUrl)
  project.provide('template', { serverUrl: server.ownerUrl, name: templateName, urls, nodes: [] })
}

export function teardown(): Promise<void> {
  return tearDown()
}

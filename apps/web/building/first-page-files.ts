import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  build,
  type Plugin,
  type PluginOption,
  type ResolveModulePreloadDependenciesFn,
  type Rolldown,
  type UserConfig,
} from 'vite'

const web = join(import.meta.dirname, '..')
const features = join(web, '../../features')

/** A screens file that declares a page on which users land. */
const landing = /path: '\/(crm\/)?dashboard'/
/** What everybody sees on every page, though its code comes after the frame's: a file of its own, as it needs no page's. */
const bell = join(features, 'messaging/notifications/notifications-bell.tsx')

/** What the first page draws with once it stands. */
const drawing = ['chart-body.tsx', 'other-days.tsx', 'board-notes.tsx'].map((name) =>
  join(features, 'dashboards/boards', name),
)

/** A function or two without a component. */
const smallPart = /\/kit\/web\/[^.]+\.ts$/

/**
 * What several pages use: fields, dialogs, the parts of forms. In one file they are one request instead of twenty when the
 * first such page opens, and most pages' other files import one another no deeper than three times.
 */
const common = { name: 'common', minShareCount: 6 }
const commonFile = /\/common-[\w-]+\.js$/

/** What the first page is drawn of besides the frame: else its scripts would only be asked for once its styles are there. */
const firstFiles = /\/(landing|bell|charts)-[\w-]+\.js$/

/**
 * The scripts that are asked for together with one. A page names its styles and the common file alone: the frame would
 * otherwise carry 11 KB of names for all pages, which weigh more than the few small files that are asked for a step later.
 */
export const preloadedWith: ResolveModulePreloadDependenciesFn = (_file, needed, { hostType }) =>
  hostType === 'html'
    ? needed
    : needed.filter((name) => commonFile.test(name) || firstFiles.test(name))

/** The pages on which users land. */
export function landingPages(): string[] {
  return globSync('**/*.screens.ts', { cwd: features }).flatMap((name) => {
    const file = join(features, name)
    const code = readFileSync(file, 'utf8')
    if (!landing.test(code)) return []
    return [...code.matchAll(/import\('(\.\/[^']+)'\)/g)].map(([, page = '']) =>
      join(dirname(file), page),
    )
  })
}

/**
 * Brings what the first page needs in few files. Left alone, the bundler makes one of each set of pages that share some
 * modules, and every file is a request. What the frame and the landing pages use is known only without all else, so that
 * they are bundled alone before, in memory; everything else is split as the bundler sees fit.
 */
export function firstPageFiles(ownPlugins: () => PluginOption[]): Plugin {
  return {
    name: 'first-page-files',
    apply: 'build',
    async config({ resolve }) {
      const names = await nameModules({ resolve, plugins: [...ownPlugins(), leaveForLater] })
      // what a module of the frame keeps for other pages alone comes with the frame as well
      const ofImporter = (id: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>) =>
        smallPart.test(id)
          ? graph.getModuleInfo(id)?.importers.flatMap((importer) => names.get(importer) ?? [])[0]
          : undefined
      const name = (id: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>) =>
        names.get(id) ?? ofImporter(id, graph) ?? null
      return {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: { includeDependenciesRecursively: false, groups: [{ name }, common] },
            },
          },
        },
      }
    },
  }
}

const leaveForLater: Plugin = {
  name: 'leave-for-later',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) =>
    kind === 'dynamic-import' ? { id, external: true } : null,
}

/** The file of each module: `base` is also what the page of external parties needs. */
async function nameModules(config: UserConfig): Promise<ReadonlyMap<string, string>> {
  const roots = {
    base: [join(web, 'support/external.tsx')],
    frame: [join(web, 'main.tsx')],
    landing: landingPages(),
    bell: [bell],
    charts: drawing,
  }
  const { output } = (await build({
    ...config,
    root: web,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      cssMinify: false,
      modulePreload: { polyfill: false },
      // the pages' components, which nobody here imports, are what counts
      rolldownOptions: { input: Object.values(roots).flat(), preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  const modulesOf = (files: readonly string[]) => {
    const needed = new Set(
      chunks.filter(({ facadeModuleId }) => files.includes(facadeModuleId ?? '')),
    )
    for (const chunk of needed) {
      for (const other of chunks) if (chunk.imports.includes(other.fileName)) needed.add(other)
    }
    return new Set([...needed].flatMap(({ moduleIds }) => moduleIds))
  }
  const [base, frame, landed, ofBell, drawn] = Object.values(roots).map(modulesOf)
  const nameOf = (id: string) => {
    if (frame?.has(id)) return base?.has(id) ? 'base' : 'frame'
    if (landed?.has(id)) return 'landing'
    return ofBell?.has(id) ? 'bell' : 'charts'
  }
  // what starts the portal stays apart: other pages share the frame's file and must not start the portal with it
  const shared = [frame, landed, ofBell, drawn]
    .flatMap((modules) => [...(modules ?? [])])
    .filter((id) => !roots.frame.includes(id))
  return new Map(shared.map((id) => [id, nameOf(id)]))
}

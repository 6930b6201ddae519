import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageCodes, sourceLanguage } from '@counterfoil/kit/contract/languages.ts'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

const name = 'virtual:problem-texts'
const root = join(import.meta.dirname, '../../..')

/**
 * What the server's refusals say in other languages than its English: all `problems.tr.json` of the product, as a part
 * of the portal for each language that is fetched where that language is shown.
 */
export function problemTexts(): Plugin {
  return {
    name: 'problem-texts',
    resolveId: (id) => (id.startsWith(name) ? `\0${id}` : null),
    load: (id) => {
      if (!id.startsWith(`\0${name}`)) return null
      const [, language] = id.split('/')
      return language === undefined
        ? index()
        : `export default ${JSON.stringify(textsIn(language))}`
    },
  }
}

const index = () => {
  const languages = languageCodes.filter((code) => code !== sourceLanguage)
  const parts = languages.map((code) => `${code}: () => import('${name}/${code}')`)
  return `export const problemTexts = { ${parts.join(', ')} }`
}

function textsIn(language: string): object {
  const files = globSync(`{kit,features,identity,apps}/**/problems.${language}.json`, {
    cwd: root,
    exclude: (folder) => folder === 'node_modules',
  })
  const entries = files.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>),
  )
  return Object.fromEntries(entries.sort().map(([code, text]) => [code, compile(text)]))
}

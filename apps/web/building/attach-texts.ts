import { dirname } from 'node:path'
import { readText } from '@counterfoil/kit/contract/messages.ts'
import type { Plugin } from 'vite'
import { type MessageCall, messageCalls } from './message-calls.ts'

const declaration = /\bconst msg\s*=\s*messagesOf\(import\.meta\.url\);?/
const itsImport = /import\s*\{\s*messagesOf\s*\}\s*from\s*["'][^"']+["'];?/

/**
 * Puts compiled texts, in each language that the folder's catalogs have, in the place of `msg(…)`: the browser gets
 * neither the catalogs nor the compiler of ICU messages, and of a table only the texts that a page uses.
 */
export function attachTexts(): Plugin {
  return {
    name: 'attach-texts',
    transform(code, id) {
      const [file = ''] = id.split('?')
      if (!declaration.test(code) || file.endsWith('/building/attach-texts.ts')) return null
      const folder = dirname(file)
      const attached = messageCalls(this.parse(code)).reduceRight(
        (text, call) =>
          text.slice(0, call.start) + compiled(code, call, folder) + text.slice(call.end),
        code,
      )
      return { code: attached.replace(declaration, '').replace(itsImport, ''), map: null }
    },
  }
}

/** The call's argument with texts instead of messages, in brackets: it may stand where a statement begins. */
function compiled(code: string, { argument, messages }: MessageCall, folder: string): string {
  const text = messages.reduceRight(
    (rest, { english, name, start, end }) =>
      rest.slice(0, start - argument.start) +
      JSON.stringify(readText(folder, english, name)) +
      rest.slice(end - argument.start),
    code.slice(argument.start, argument.end),
  )
  return `(${text})`
}

import { posix } from 'node:path'
import type { Finding, SourceFile } from './source.ts'

/** Words that were ours alone, and what the field and the libraries say. As a word of an identifier or of a file's name. */
const retiredWords = new Map([
  ['clockwork', 'scheduler'],
  ['clockworks', 'schedulers'],
  ['deed', 'action'],
  ['deeds', 'actions'],
  ['heard', 'response'],
  ['learnt', 'operationRef'],
  ['pump', 'jobRunner'],
  ['pumps', 'jobRunners'],
  ['seat', 'role'],
  ['seats', 'roles'],
  ['standpoint', 'access'],
  ['tell', 'notify'],
  ['telling', 'notification'],
  ['told', 'notified'],
  ['tuned', 'editable'],
  ['twin', 'duplicate'],
  ['twins', 'duplicates'],
  ['waker', 'notifier'],
  ['wall', 'query filter, row-level security, boundary'],
  ['walls', 'boundaries'],
  ['wish', 'input'],
  ['wishes', 'inputs'],
])

/** Whole identifiers, of words that are good elsewhere. */
const retiredNames = new Map([
  ['OnceKey', 'IdempotencyKey'],
  ['Standing', 'MerchantStatus, OfferStatus …'],
  ['answerOnce', 'withIdempotency'],
  ['auditIn', 'audit'],
  ['isGiven', 'isSeeded'],
  ['isLook', 'isRead'],
  ['keepsOne', 'requiresOneActive'],
  ['takeKey', 'claimKey'],
  ['tellJob', 'notifyJob'],
  ['whoIsTold', 'recipientsFor'],
  ['wordsOf', 'labelOf, textOf'],
])

/** Of file names: what is done is said by a verb and a noun. */
const retiredStems = ['acting', 'answering', 'deciding', 'finishing', 'handing-in', 'making']

// Comments, strings and texts of templates are no identifiers; what a template calls within is left out with it.
const noIdentifiers =
  /\/\*[\s\S]*?\*\/|(?<![:'"\w/])\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g

/** Names that a newcomer would have to be told the meaning of. */
export function checkWords(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.generated.ts'))
    .flatMap((file) => [...stemFindings(file), ...identifierFindings(file)])
}

function stemFindings({ path }: SourceFile): Finding[] {
  const [stem = ''] = posix.basename(path).split('.')
  const say = retiredStems.includes(stem) ? 'a verb and a noun' : replacementOf(stem, '-')
  return say === undefined ? [] : [{ path, ...retired(stem, say) }]
}

function identifierFindings({ path, text }: SourceFile): Finding[] {
  const bare = text.replace(noIdentifiers, (part) => part.replace(/[^\n]/g, ''))
  return bare.split('\n').flatMap((line, index) =>
    [...new Set(line.match(/[A-Za-z_$][\w$]*/g))].flatMap((name) => {
      const say = retiredNames.get(name) ?? replacementOf(name, /_|(?<=[a-z0-9])(?=[A-Z])/)
      return say === undefined ? [] : [{ path, line: index + 1, ...retired(name, say) }]
    }),
  )
}

function replacementOf(name: string, between: string | RegExp): string | undefined {
  const words = name.split(between).map((part) => part.toLowerCase())
  return words.flatMap((word) => retiredWords.get(word) ?? [])[0]
}

const retired = (name: string, say: string) => ({
  rule: 'word',
  message: `"${name}" is no word of the field; say ${say}`,
})

// Can the version before this one go on while the database is migrated? During a release both work on it, so a migration adds
// (expand); what is no longer used goes in a later version (contract), once no process that uses it can be running.
import type { Migration } from '@counterfoil/database/migrate.ts'
import type { Releases } from './releases.ts'

/** Migrations up to this one were made before there was a version that could run beside the next. */
export const baseline = '0149-payout-recalls'

export interface MigrationFault {
  readonly migration: string
  readonly rule: string
  readonly why: string
  readonly statement: string
}

interface Rule {
  readonly rule: string
  readonly pattern: RegExp
  readonly why: string
}

const column = String.raw`(?:column\s+)?(?:if (?:not )?exists\s+)?"?\w+"?`
const rules: readonly Rule[] = [
  {
    rule: 'drop',
    pattern: /^drop (table|view|materialized view|function|type|schema|sequence|domain)\b/,
    why: 'the version before uses it: stop using it now, drop it a version later',
  },
  {
    rule: 'drop column',
    pattern:
      /^alter table .*\bdrop (column\b|(?!constraint\b|default\b|not null\b|expression\b)\w+)/,
    why: 'the version before reads and writes it: stop using it now, drop it a version later',
  },
  {
    rule: 'rename',
    pattern: /^alter \w+ .*\brename\b/,
    why: 'the version before knows the old name: add a second one, and drop the old a version later',
  },
  {
    rule: 'type',
    pattern: new RegExp(String.raw`^alter table .*\balter ${column} (set data )?type\b`),
    why: 'the version before reads and writes the old type, and the table is locked while it is written anew: add a column',
  },
  {
    rule: 'not null',
    pattern: new RegExp(String.raw`^alter table .*\balter ${column} set not null\b`),
    why: 'the version before may store nothing there: fill it in this version, require it a version later',
  },
  {
    rule: 'no default',
    pattern: new RegExp(String.raw`^alter table .*\balter ${column} drop default\b`),
    why: 'the version before leaves the column to its default',
  },
  {
    rule: 'unique',
    pattern:
      /^(create unique index\b|alter table .*\badd (constraint \S+ )?(unique|primary key|exclude)\b)/,
    why: 'the version before may store what is not unique: require it a version later',
  },
  {
    rule: 'revoke',
    pattern: /^(revoke\b|drop policy\b)/,
    why: 'the version before may need the right: take it away a version later',
  },
]

/** What the version before cannot live with in migrations after `after`. */
export function lintMigrations(
  migrations: readonly Pick<Migration, 'name' | 'sql'>[],
  releases: Releases,
  after = baseline,
): MigrationFault[] {
  return migrations.filter(({ name }) => name > after).flatMap((one) => lintOne(one, releases))
}

function lintOne({ name, sql }: Pick<Migration, 'name' | 'sql'>, releases: Releases) {
  const statements = statementsOf(sql)
  // what is made here, the version before does not know
  const own = new Set(
    statements.flatMap(
      ({ text }) =>
        /^create (?:unlogged )?table (?:if not exists )?(\S+)/.exec(text)?.[1] ??
        functionOf(/^create function (.*)/.exec(text)?.[1]) ??
        [],
    ),
  )
  return statements.flatMap(({ text, comments }): MigrationFault[] => {
    const table = /^(?:alter|drop) table (?:if exists )?(?:only )?(\S+)/.exec(text)?.[1]
    const indexed = /^create unique index .*?\bon (?:only )?(\S+)/.exec(text)?.[1]
    const revoked =
      functionOf(/^revoke .*\bon function (.*) from\b/.exec(text)?.[1]) ??
      /^revoke .*\bon (?:table )?(\S+) from\b/.exec(text)?.[1]
    if (own.has(table ?? indexed ?? revoked ?? '')) return []
    const broken = [...rules.filter(({ pattern }) => pattern.test(text)), ...missingParts(text)]
    if (broken.length === 0) return []
    const objection = objectionToMark(comments, releases)
    if (objection === undefined) return []
    return broken.map(({ rule, why }) => ({
      ...{ migration: name, rule, statement: text.slice(0, 120) },
      why: objection === '' ? why : objection,
    }))
  })
}

/** `app.post(2)` of `app.post(a uuid, b text) returns …`: several functions may have one name; they differ in what they take. */
function functionOf(signature: string | undefined): string | undefined {
  const [, name, taken] = /^([\w.]+)\(([^)]*)\)/.exec(signature ?? '') ?? []
  if (name === undefined || taken === undefined) return undefined
  return `${name}(${taken.trim() === '' ? 0 : partsOf(taken).length})`
}

/** Rules on what a part of a statement lacks. */
function missingParts(text: string): Omit<Rule, 'pattern'>[] {
  if (!text.startsWith('alter table')) return []
  return partsOf(text).flatMap((part) => {
    if (/\badd (constraint \S+ )?(check|foreign key)\b/.test(part) && !/\bnot valid\b/.test(part)) {
      const why =
        'every row is looked at while the table is locked: add it NOT VALID, and validate it in a migration of its own'
      return [{ rule: 'not valid', why }]
    }
    const addsColumn = /\badd (?!constraint\b|check\b|foreign\b|unique\b|primary\b|exclude\b)/.test(
      part,
    )
    if (addsColumn && /\bnot null\b/.test(part) && !/\b(default|generated)\b/.test(part)) {
      return [{ rule: 'required', why: 'the version before does not fill it: give it a default' }]
    }
    return []
  })
}

/** The actions of an `alter table`, which commas part that stand in no brackets. */
function partsOf(text: string): string[] {
  let depth = 0
  let parts = ['']
  for (const sign of text) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) parts = [...parts, '']
    else parts[parts.length - 1] += sign
  }
  return parts
}

const mark = /--\s*contract, unused since (\d+\.\d+\.\d+): (.*)/

/**
 * A step that takes something away says so above it: `-- contract, unused since 0.2.0: why nothing uses it`. Undefined where
 * that holds, empty where nothing is said, otherwise what is wrong with it.
 */
function objectionToMark(comments: string, { version, released }: Releases): string | undefined {
  const [, since, reason = ''] = mark.exec(comments) ?? []
  if (since === undefined) return ''
  if (reason.trim().split(/\s+/).length < 4) return 'the mark says why nothing uses it any more'
  if (!released.includes(since)) return `CHANGELOG.md has no version ${since}`
  if (since === version) return `${since} is this version: it goes in the next one`
  return undefined
}

/** Statements without comments and texts, in small letters, each with the comments above and in it. */
function statementsOf(sql: string): { text: string; comments: string }[] {
  const tokens = /--[^\n]*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|;|[^;'$-]+|[\s\S]/g
  const found = [{ text: '', comments: '' }]
  for (const [token] of sql.matchAll(tokens)) {
    const last = found.at(-1) as { text: string; comments: string }
    if (token === ';') found.push({ text: '', comments: '' })
    else if (token.startsWith('--')) last.comments += `${token}\n`
    else if (/^\$\w*\$/.test(token) && /^\s*do\b/i.test(last.text)) {
      found.push(...statementsOf(token.replace(/^\$\w*\$\s*(begin\b)?|\$\w*\$$/gi, '')))
    } else if (token.startsWith("'") || /^\$\w*\$/.test(token)) last.text += "''"
    else last.text += token
  }
  return found
    .map(({ text, comments }) => ({
      comments,
      text: text.toLowerCase().replace(/\s+/g, ' ').trim(),
    }))
    .filter(({ text }) => text !== '')
}

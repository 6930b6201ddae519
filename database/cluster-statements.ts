// A migration as a Citus cluster takes it: one command at a time, each change of a table by itself.
import { postgreSplitterOptions, splitQuery } from 'dbgate-query-splitter'

/** The statements of a migration, with the same effect in the same order. */
export function clusterStatements(sql: string): string[] {
  return splitQuery(sql, postgreSplitterOptions).flatMap((statement) => oneByOne(String(statement)))
}

const alteredTable =
  /^(?:\s|--[^\n]*\n)*(alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?[\w."]+)\s+([\s\S]*)$/i

/** Citus refuses a constraint beside other changes of the table, and one that has no name at a new column. */
function oneByOne(statement: string): string[] {
  const [, table, actions] = alteredTable.exec(statement) ?? []
  if (table === undefined || actions === undefined) return [statement]
  return split(actions, (sign) => sign === ',')
    .flatMap((action) => checkApart(action, nameOf(table)))
    .map((action) => `${table} ${action}`)
}

const newColumn =
  /^add\s+(?!constraint\b|check\b|foreign\b|unique\b|primary\b|exclude\b)(?:column\s+)?(?:if\s+not\s+exists\s+)?"?(\w+)/i

/** `add column a text check (a <> '')` in two: the column, then its check under the name that PostgreSQL gives it. */
function checkApart(action: string, table: string): string[] {
  const column = newColumn.exec(action)?.[1]
  if (column === undefined) return [action]
  const words = split(action, (sign) => /\s/.test(sign)).flatMap((word) =>
    // `check(…)` is written without a space too
    /^check\(/i.test(word) ? ['check', word.slice(5)] : [word],
  )
  const checks: string[] = []
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const isNamed = is(words[at], 'constraint') && is(words[at + 2], 'check')
    if (!isNamed && !is(words[at], 'check')) {
      rest.push(words[at] as string)
      continue
    }
    const condition = words[at + (isNamed ? 3 : 1)] as string
    const name = isNamed ? words[at + 1] : nameOfCheck(table, column, condition)
    checks.push(`add constraint ${name} check ${condition}`)
    at += isNamed ? 3 : 1
  }
  return [rest.join(' '), ...checks]
}

const is = (word: string | undefined, keyword: string) => word?.toLowerCase() === keyword

const keywords = new Set(
  'all and any array between case distinct else end exists false from in is like not null or similar some then to true when'.split(
    ' ',
  ),
)

/** PostgreSQL puts the column into the name where it is the only one that the condition is about. */
function nameOfCheck(table: string, column: string, condition: string): string {
  const names = condition
    .toLowerCase()
    .replace(/'(?:[^']|'')*'/g, '')
    .match(/(?<!::\s*)\b[a-z_]\w*\b(?!\s*\()/g)
  const isAlone = names?.every((name) => name === column || keywords.has(name))
  return isAlone ? `${table}_${column}_check` : `${table}_check`
}

/** `payment` of `alter table only app.payment`. */
const nameOf = (altered: string) => /"?(\w+)"?$/.exec(altered)?.[1] ?? ''

/** Parts between the signs that stand in no brackets, text, name in quotes or comment; comments are left out. */
function split(text: string, parts: (sign: string) => boolean): string[] {
  const tokens =
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|[\s\S]/g
  const found = ['']
  let depth = 0
  for (const [token] of text.matchAll(tokens)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue
    if (token === '(' || token === '[') depth += 1
    if (token === ')' || token === ']') depth -= 1
    if (depth === 0 && parts(token)) found.push('')
    else found[found.length - 1] += token
  }
  return found.map((part) => part.trim()).filter((part) => part !== '')
}

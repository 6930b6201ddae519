// Do schema and SQL keep the rules of "Ready for more than one machine" (ARCHITECTURE.md)? Catalogue by SQL, source by text.
import { readFileSync } from 'node:fs'
import type { ClientBase } from 'pg'
import { placeOf } from './architecture/place.ts'
import type { Finding, SourceFile } from './architecture/source.ts'

const catalogueRules = readFileSync(new URL('schema-lint.sql', import.meta.url), 'utf8')

export interface SchemaFault {
  readonly rule: string
  readonly object: string
  readonly why: string
}

/** Faults of a migrated database; `owner` is a connection that sees the whole catalogue. */
export async function lintSchema(owner: ClientBase): Promise<SchemaFault[]> {
  // the catalogue leaves out the schema's name where the search path finds it anyway
  const { rows: paths } = await owner.query<{ search_path: string }>('show search_path')
  await owner.query('set search_path = pg_catalog')
  try {
    return (await owner.query<SchemaFault>(catalogueRules)).rows
  } finally {
    await owner.query(`set search_path = ${paths[0]?.search_path}`)
  }
}

interface TextRule {
  readonly rule: string
  readonly pattern: RegExp
  readonly why: string
}

const textRules: readonly TextRule[] = [
  {
    rule: 'set_config',
    pattern: /set_config\(\s*['"`]app\./,
    why: 'does not reach other machines: select app.set_scope($1, $2)',
  },
  {
    rule: 'restrictive',
    pattern: /\bas\s+restrictive\b/,
    why: 'becomes permissive on the shards of a cluster',
  },
  {
    rule: 'detach concurrently',
    pattern: /detach partition .*concurrently/,
    why: 'partitions are detached without CONCURRENTLY',
  },
  { rule: 'merge', pattern: /\bmerge into\b|\.mergeInto\(/, why: 'insert … on conflict' },
  {
    rule: 'volatile update',
    pattern: /\bupdate\b.*\bset\b.*\b(clock_timestamp|gen_random_uuid|uuidv7|random|nextval)\(/,
    why: 'the application computes what an update stores',
  },
  {
    rule: 'insert select',
    pattern:
      /insert into .*select .*from\s*\(?(unnest|json_to_recordset|jsonb_to_recordset|json_populate|generate_series|values)\b/,
    why: 'batches are insert … values of up to 500 rows',
  },
  { rule: 'trigger', pattern: /create (or replace )?(constraint )?trigger/, why: 'no triggers' },
  {
    rule: 'set null',
    pattern: /on (delete|update) set (null|default)/,
    why: 'tenant_id is part of the key and may not be null',
  },
  {
    rule: 'serializable',
    pattern: /isolation level serializable|setIsolationLevel\(['"`]serializable/,
    why: 'row locks in one order instead',
  },
  {
    rule: 'correlated',
    pattern: /\bfrom tenant( as)? \w+ where exists|selectFrom\('tenant as \w+'\)[^;]*\.exists\(/,
    why: 'a cluster takes no correlated question on a table that each machine has: group by tenant_id',
  },
  {
    rule: 'no column',
    pattern: /\bfrom \(\s*select from /,
    why: 'what a cluster reads from several machines has a column: select 1',
  },
  { rule: 'ctid', pattern: /\bctid\b/, why: 'a row is named by its key' },
  {
    rule: 'constraint name',
    pattern: /\b(e|err|error|cause)\.(constraint|table)\b/,
    why: 'errors are told apart by SQLSTATE and by what the statement was',
  },
]

// These tools hold the rules themselves, or drive plain PostgreSQL on purpose (bulk loading has a role of its own).
const apart = /^(tools\/schema-lint|workloads\/(bench|generate)\/)/

/**
 * Patterns that work on one PostgreSQL and break, or leak, on a cluster. A statement may stand on several lines,
 * so the text is read by paragraphs. `cluster-ok: reason` in the paragraph lets it pass.
 */
export function lintSource(files: readonly SourceFile[]): Finding[] {
  return files
    .filter((file) => !apart.test(file.path) && !placeOf(file.path).isTest)
    .flatMap((file) =>
      paragraphs(file.text).flatMap(({ line, text }) =>
        textRules
          .filter((one) => new RegExp(one.pattern.source, 'is').test(text))
          .filter(() => !text.includes('cluster-ok:'))
          .map((one) => ({ path: file.path, line, rule: one.rule, message: one.why })),
      ),
    )
}

function paragraphs(text: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = []
  let line = 1
  for (const part of text.split(/\n\s*\n/)) {
    for (const statement of part.split(/(?<=;)\n/)) {
      found.push({ line, text: statement })
      line += statement.split('\n').length
    }
    line += 1
  }
  return found
}

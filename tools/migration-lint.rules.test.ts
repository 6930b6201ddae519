import { fileURLToPath } from 'node:url'
import { readMigrations } from '@counterfoil/database/migrate.ts'
import { expect, test } from 'vitest'
import { baseline, lintMigrations } from './migration-lint.ts'
import { readReleases } from './releases.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const releases = { version: '0.3.0', released: ['0.3.0', '0.2.0', '0.1.0'] }
const rulesOf = (sql: string) =>
  lintMigrations([{ name: '0999-planted', sql }], releases).map(({ rule }) => rule)

test('the version before can go on while the migrations of this one are applied', () => {
  expect(lintMigrations(readMigrations(), readReleases(root))).toEqual([])
  expect(readMigrations().map(({ name }) => name)).toContain(baseline)
  // those before the baseline would have been found
  expect(lintMigrations(readMigrations(), releases, '0000').length).toBeGreaterThan(20)
})

test.each([
  ['drop', 'drop table app.ratio_alert'],
  ['drop', 'drop function app.now_old(uuid)'],
  ['drop column', 'alter table app.payment drop column note'],
  ['drop column', 'alter table app.payment\n  add column memo text,\n  drop note'],
  ['rename', 'alter table app.payment rename to app_payment'],
  ['rename', 'ALTER TABLE app.payment RENAME COLUMN note TO memo'],
  ['type', 'alter table app.payment alter column note type varchar(10)'],
  ['type', 'alter table app.payment alter note set data type varchar(10)'],
  ['not null', 'alter table app.payment alter column note set not null'],
  ['no default', 'alter table app.payment alter note drop default'],
  ['unique', 'create unique index payment_note on app.payment (tenant_id, note)'],
  ['unique', 'alter table app.payment add constraint one_note unique (tenant_id, note)'],
  ['revoke', 'revoke insert on app.payment from counterfoil_app'],
  [
    'revoke',
    "create function app.post(a uuid) returns text language sql as 'select 1'; revoke all on function app.post(uuid, text) from public",
  ],
  ['not valid', 'alter table app.payment add constraint short check (length(note) < 9)'],
  [
    'not valid',
    'alter table app.payment add foreign key (tenant_id, a) references app.a (tenant_id, id)',
  ],
  ['required', 'alter table app.payment add column note text not null'],
  ['required', "alter table app.payment add column a text default '', add note text not null"],
  ['drop', 'do $$ begin drop table app.ratio_alert; end $$'],
])('%s is found: %s', (rule, sql) => {
  expect(rulesOf(`${sql};`)).toEqual([rule])
})

test.each([
  'create table app.one (tenant_id uuid not null, id uuid, primary key (tenant_id, id)); alter table app.one add check (true)',
  'create table app.one (id uuid primary key); create unique index on app.one (id); revoke update on app.one from counterfoil_app',
  "create function app.post(a uuid, b text) returns text language sql as 'select 1'; revoke all on function app.post(uuid, text) from public",
  'alter table app.payment add column note text',
  "alter table app.payment add column note text not null default ''",
  'alter table app.payment add column small smallint check (small in (1, 2))',
  'alter table app.payment add constraint short check (length(note) < 9) not valid',
  'alter table app.payment validate constraint short',
  'alter table app.payment drop constraint short',
  'alter table app.payment alter column note drop not null',
  'create index on app.payment (tenant_id, note)',
  "comment on table app.payment is 'drop table; rename'",
  '-- drop table app.payment;\nselect 1',
  'create or replace function app.f() returns void language plpgsql as $$ begin drop table app.x; end $$',
])('the version before lives with: %s', (sql) => {
  expect(rulesOf(`${sql};`)).toEqual([])
})

test('a contract step says since which released version nothing uses it, and why', () => {
  const drop = 'alter table app.payment drop column note;'
  const marked = (mark: string) =>
    lintMigrations([{ name: '0999-planted', sql: `${mark}\n${drop}` }], releases)
  expect(marked('-- contract, unused since 0.2.0: notes are in app.payment_note')).toEqual([])
  const whyNot = (mark: string) => marked(mark)[0]?.why
  expect(whyNot('-- contract, unused since 0.2.0: old')).toMatch('says why')
  expect(whyNot('-- contract, unused since 0.2.9: notes are in app.payment_note')).toMatch('0.2.9')
  expect(whyNot('-- contract, unused since 0.3.0: notes are in app.payment_note')).toMatch(
    'next one',
  )
  // of the statement below it alone
  const other = '-- contract, unused since 0.2.0: notes are in app.payment_note\nselect 1;\n'
  expect(rulesOf(other + drop)).toEqual(['drop column'])
})

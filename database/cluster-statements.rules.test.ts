import { expect, test } from 'vitest'
import { clusterStatements } from './cluster-statements.ts'

test('each change of a table is a statement, and what is no change of a table stays whole', () => {
  expect(
    clusterStatements(`-- Why, with a comma; and more.
create table app.a (n int check (n in (1, 2)), m text);
alter table app.a drop constraint a_n_check, drop constraint "a, b",
  -- those that can be, or not
  add column is_open boolean not null generated always as (n = 1 and 'x, y' = any (m)) stored,
  add constraint a_check check (num_nonnulls(n, m) = 1) not valid;
do $$ begin execute 'alter table app.a drop m, drop n'; end $$;`),
  ).toEqual([
    expect.stringMatching(/create table app\.a \(n int check \(n in \(1, 2\)\), m text\)$/),
    'alter table app.a drop constraint a_n_check',
    'alter table app.a drop constraint "a, b"',
    `alter table app.a add column is_open boolean not null generated always as (n = 1 and 'x, y' = any (m)) stored`,
    'alter table app.a add constraint a_check check (num_nonnulls(n, m) = 1) not valid',
    `do $$ begin execute 'alter table app.a drop m, drop n'; end $$`,
  ])
})

test('a check of a new column is added after the column', () => {
  expect(
    clusterStatements(
      `alter table app.a add column b int not null default 0 check (b >= 0),
         add c text constraint c_known check(c in ('check (x)', 'y')) not null,
         add column d int check (D is null or d >= b), add e text[] check(cardinality(e) > 0 and e <@ '{b,f}'::text[]);`,
    ),
  ).toEqual([
    'alter table app.a add column b int not null default 0',
    'alter table app.a add constraint a_b_check check (b >= 0)',
    'alter table app.a add c text not null',
    `alter table app.a add constraint c_known check (c in ('check (x)', 'y'))`,
    'alter table app.a add column d int',
    'alter table app.a add constraint a_check check (D is null or d >= b)',
    'alter table app.a add e text[]',
    `alter table app.a add constraint a_e_check check (cardinality(e) > 0 and e <@ '{b,f}'::text[])`,
  ])
})

test('a change that is one already is left as it is', () => {
  const alone = [
    'alter table only app.a add constraint a_fkey foreign key (tenant_id, b) references app.b (tenant_id, id) not valid',
    'alter table app.a add check (n > 0)',
    'alter table app.a enable row level security',
  ]
  expect(clusterStatements(alone.join(';\n'))).toEqual(alone)
})

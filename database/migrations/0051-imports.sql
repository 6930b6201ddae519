-- Records that come from a CSV: the file's rows wait here until a job takes them, one by one.
create table app.data_import (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- which kind of record: a declared resource's id
  resource text not null,
  -- whose permission holds for every row; staff of the platform are of another tenant than the records
  user_id uuid not null,
  user_tenant_id uuid not null,
  -- the same intent sent twice is one import
  idempotency_key text not null,
  file_name text not null,
  sha256 text not null,
  -- where the upload came from, for the trail of each change
  request_id text not null,
  ip text not null,
  state text not null check (state in ('running', 'done', 'cancelled')),
  row_count integer not null,
  created_count integer not null default 0,
  changed_count integer not null default 0,
  unchanged_count integer not null default 0,
  refused_count integer not null default 0,
  -- how often in a row something of ours went wrong at the same place
  failures integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, user_id, idempotency_key)
);
comment on table app.data_import is 'Uploads of records as CSV and how far they are @shard:tenant';
select app.protect('app.data_import', null);
create index data_import_user on app.data_import (user_id, resource, id);
create index data_import_age on app.data_import (tenant_id, created_at);

create table app.data_import_row (
  tenant_id uuid not null,
  data_import_id uuid not null,
  line integer not null,
  -- as they stand in the file, by column; emptied once the row was taken
  cells jsonb not null,
  state text not null check (state in ('waiting', 'created', 'changed', 'unchanged', 'refused')),
  record_key text,
  -- of a refusal
  code text,
  message text,
  params jsonb,
  path text,
  primary key (tenant_id, data_import_id, line),
  foreign key (tenant_id, data_import_id) references app.data_import (tenant_id, id) on delete cascade
);
comment on table app.data_import_row is 'Rows of an import with what became of each @shard:tenant';
select app.protect('app.data_import_row', null);
create index data_import_row_waiting on app.data_import_row (tenant_id, data_import_id, line) where state = 'waiting';
create index data_import_row_refused on app.data_import_row (tenant_id, data_import_id, line) where state = 'refused';
create index data_import_row_record on app.data_import_row (tenant_id, data_import_id, record_key) where record_key is not null;

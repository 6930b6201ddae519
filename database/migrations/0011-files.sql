-- Files that people upload and the product makes. The bytes lie in the storage under tenant_id/id.

create table app.file (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- the uploader's until a record claims the file, then the record's; null: the operator's own
  merchant_id uuid,
  uploader_id uuid not null,
  -- platform staff upload under tenants that are not theirs
  uploader_tenant_id uuid not null,
  name text not null,
  content_type text not null,
  size_bytes integer not null check (size_bytes >= 0),
  sha256 text not null,
  -- storing: its bytes are on their way; removing: they are being deleted. What stays so is finished by a job
  state text not null check (state in ('storing', 'stored', 'removing')),
  -- the record that the file hangs on, whose readers are the file's readers
  record_type text,
  record_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  check ((record_type is null) = (record_id is null))
);
comment on table app.file is 'Uploaded and made files @shard:tenant';
select app.protect('app.file');
create index file_record on app.file (tenant_id, record_type, record_id);
create index file_unclaimed on app.file (tenant_id, created_at) where record_type is null;
create index file_unfinished on app.file (tenant_id, created_at) where state <> 'stored';

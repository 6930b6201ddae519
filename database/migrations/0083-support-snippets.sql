create table app.support_snippet (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  body text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.support_snippet is 'Texts that a support team sends often @shard:tenant';
select app.protect('app.support_snippet', null);
create unique index support_snippet_folded_name on app.support_snippet (tenant_id, app.folded_name(name));

-- Each organisation's audit entries as a chain: a link holds the hash of its entry and of the link before it, so that
-- an entry which is changed, put in between or taken away later does not fit any more.

create table app.audit_link (
  tenant_id uuid not null,
  -- 1, 2, 3, … without a gap
  sequence bigint not null check (sequence > 0),
  entry_id uuid not null,
  -- SHA-256 over the hash before it, the sequence and every field of the entry
  hash text not null,
  sealed_at timestamptz not null,
  primary key (tenant_id, sequence),
  unique (tenant_id, entry_id),
  foreign key (tenant_id, entry_id) references app.audit_entry (tenant_id, id)
);
comment on table app.audit_link is 'Hash chain over audit entries, append-only @shard:tenant';
select app.protect('app.audit_link', null);
revoke update, delete on app.audit_link from counterfoil_app;

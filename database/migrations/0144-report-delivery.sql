-- Where automated reports are sent besides portal and mail: servers that speak SFTP, and buckets.
create table app.report_delivery_target (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  -- whose reports may go there; null: those of the tenant's own users
  merchant_id uuid,
  kind text not null check (kind in ('sftp', 's3')),
  host text,
  port integer check (port between 1 and 65535),
  user_name text,
  -- as ssh-keygen -l prints it
  host_key text,
  endpoint text,
  region text,
  bucket text,
  access_key_id text,
  folder text,
  -- sealed: a password, a private key of the product's own making, or a secret access key
  secret text,
  secret_set_at timestamptz,
  -- the public half of a key pair made here
  public_key text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.report_delivery_target is 'Servers and buckets that automated reports are sent to @shard:tenant';
select app.protect('app.report_delivery_target');
create unique index report_delivery_target_folded_name on app.report_delivery_target (tenant_id, app.folded_name(name));
create index report_delivery_target_merchant on app.report_delivery_target (tenant_id, merchant_id)
  where merchant_id is not null;

alter table app.automated_report
  add column target_id uuid,
  add foreign key (tenant_id, target_id) references app.report_delivery_target (tenant_id, id),
  drop constraint automated_report_delivery_check,
  add check (delivery in ('portal', 'mail', 'target')),
  add check ((delivery = 'target') = (target_id is not null));
create index automated_report_target on app.automated_report (tenant_id, target_id) where target_id is not null;

alter table app.automated_report_run
  drop constraint automated_report_run_state_check,
  add check (state in ('running', 'sending', 'sent', 'nothing', 'failed')),
  -- how often it was tried to send the files to the target
  add column send_attempts integer not null default 0,
  -- where they went, as the target was called then
  add column target_name text;

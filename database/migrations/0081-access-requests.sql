-- Who asked for which permission, and when last: administrators are told once a day.

create table app.access_request (
  tenant_id uuid not null references app.tenant (id),
  user_id uuid not null,
  permission text not null,
  asked_at timestamptz not null,
  primary key (tenant_id, user_id, permission),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id)
);
comment on table app.access_request is 'Permissions that users asked their administrators for @shard:tenant';
select app.protect('app.access_request', null);

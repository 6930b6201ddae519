-- Which reports a tenant and its roles have, what it calls them, and how much of them they show.

create table app.report_setting (
  tenant_id uuid not null references app.tenant (id),
  -- the report's id in the code
  report text not null,
  -- the platform gives it to the tenant
  is_available boolean not null default true,
  is_on boolean not null default true,
  -- null: as the product calls it
  own_name text check (own_name <> ''),
  hidden_columns text[] not null default '{}',
  -- null: as many as the report covers
  most_days integer check (most_days > 0),
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id, report)
);
comment on table app.report_setting is 'What a tenant changes of its reports; without a row a report is as it comes @shard:tenant';
select app.protect('app.report_setting', null);

create table app.report_role_setting (
  tenant_id uuid not null,
  report text not null,
  role_id uuid not null,
  is_on boolean not null default true,
  hidden_columns text[] not null default '{}',
  most_days integer check (most_days > 0),
  primary key (tenant_id, report, role_id),
  foreign key (tenant_id, role_id) references app.role (tenant_id, id) on delete cascade
);
comment on table app.report_role_setting is 'The same for the users of one role, besides what holds for the tenant @shard:tenant';
select app.protect('app.report_role_setting', null);
create index report_role_setting_role on app.report_role_setting (tenant_id, role_id);

update app.role
set permissions = permissions || array['CRM.Settings.Report.Edit']
where is_administrator and user_type in ('tenant', 'platform') and not permissions @> array['CRM.Settings.Report.Edit'];
update app.role
set permissions = permissions || array['CRM.Settings.Report.View']
where is_administrator and user_type in ('tenant', 'platform') and not permissions @> array['CRM.Settings.Report.View'];
update app.role
set permissions = permissions || array['Platform.ReportV2.Settings']
where is_administrator and user_type = 'platform' and not permissions @> array['Platform.ReportV2.Settings'];

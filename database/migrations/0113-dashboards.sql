-- Dashboards that people build. What comes with the product is declared in code and has words for ids; what people
-- make has uuids, so an id of a widget or a category is text.

create table app.dashboard_category (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  name_tr text not null,
  user_type text not null check (user_type in ('platform', 'tenant', 'merchant')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.dashboard_category is 'Groups of widgets that an organisation made @shard:tenant';
select app.protect('app.dashboard_category', null);

create table app.dashboard_widget (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  category_id text not null,
  -- set for a copy of a widget of the platform, which the platform gave to the tenant and keeps equal
  source_id uuid,
  name text not null,
  name_tr text not null,
  endpoint_id text not null,
  filters jsonb not null,
  configuration jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.dashboard_widget is 'Widgets that an organisation made or was given @shard:tenant';
select app.protect('app.dashboard_widget', null);
create unique index dashboard_widget_source on app.dashboard_widget (tenant_id, source_id) where source_id is not null;

create table app.dashboard_tenant_widgets (
  tenant_id uuid primary key references app.tenant (id),
  widget_ids text[] not null,
  updated_at timestamptz not null
);
comment on table app.dashboard_tenant_widgets is 'The widgets that the platform gives a tenant; no row: all that come with the product @shard:tenant';
select app.protect('app.dashboard_tenant_widgets', null);

create table app.dashboard_role_widgets (
  tenant_id uuid not null,
  role_id uuid not null,
  -- in the order of the role's default dashboard
  widget_ids text[] not null,
  updated_at timestamptz not null,
  primary key (tenant_id, role_id),
  foreign key (tenant_id, role_id) references app.role (tenant_id, id) on delete cascade
);
comment on table app.dashboard_role_widgets is 'The widgets that a role is given; no row: those that come with the product @shard:tenant';
select app.protect('app.dashboard_role_widgets', null);

create table app.user_dashboard (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  -- the user's first dashboard, which stands instead of the role's
  is_home boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id) on delete cascade
);
comment on table app.user_dashboard is 'Dashboards that a user arranged @shard:tenant';
select app.protect('app.user_dashboard', null);
create unique index user_dashboard_home on app.user_dashboard (tenant_id, user_id) where is_home;
create index user_dashboard_user on app.user_dashboard (tenant_id, user_id, id);

create table app.user_widget (
  tenant_id uuid not null,
  id uuid not null,
  dashboard_id uuid not null,
  -- of those that the user is given
  widget_id text not null,
  place smallint not null,
  width smallint not null check (width in (3, 4, 6, 8, 12)),
  height smallint not null check (height between 1 and 4),
  -- what the user calls it; null: its own name
  title text,
  -- what the user filters it by besides
  filters jsonb not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, dashboard_id) references app.user_dashboard (tenant_id, id) on delete cascade
);
comment on table app.user_widget is 'The widgets of a user''s dashboard, in their order @shard:tenant';
select app.protect('app.user_widget', null);
create index user_widget_dashboard on app.user_widget (tenant_id, dashboard_id, place);

create table app.user_widget_share (
  tenant_id uuid not null,
  id uuid not null,
  -- of whose users the role is: null for the organisation's own, else one merchant's
  merchant_id uuid,
  role_id uuid not null,
  -- the user's widget as it was shared: it stays when its user rearranges
  user_widget_id uuid not null,
  widget_id text not null,
  title text,
  filters jsonb not null,
  width smallint not null,
  height smallint not null,
  shared_by uuid not null,
  shared_by_name text not null,
  shared_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references app.role (tenant_id, id) on delete cascade
);
comment on table app.user_widget_share is 'Widgets that users share with a role @shard:tenant';
select app.protect('app.user_widget_share');
create unique index user_widget_share_open on app.user_widget_share (tenant_id, user_widget_id, role_id) where ended_at is null;
create index user_widget_share_role on app.user_widget_share (tenant_id, role_id, shared_at);

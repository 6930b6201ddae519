-- How sales and boarding go forward: pipelines with stages in order, and what is to be done at a stage.
create table app.activity_set (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  description text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
comment on table app.activity_set is 'Activities that belong together, to be done at a stage @shard:tenant';
select app.protect('app.activity_set', null);

create table app.set_activity (
  tenant_id uuid not null,
  id uuid not null,
  activity_set_id uuid not null,
  name text not null,
  kind text not null check (kind in ('call', 'email', 'meeting', 'task', 'document')),
  days_after smallint not null check (days_after between 0 and 365),
  -- null: whoever looks after the record
  role_id uuid,
  -- of a document to be collected: which; null: any
  document_type_id uuid,
  sort_order smallint not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, activity_set_id) references app.activity_set (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references app.role (tenant_id, id),
  foreign key (tenant_id, document_type_id) references app.document_type (tenant_id, id)
);
comment on table app.set_activity is 'One activity of a set: what, how soon, by whom @shard:tenant';
select app.protect('app.set_activity', null);
create index set_activity_place on app.set_activity (tenant_id, activity_set_id, sort_order);
create index set_activity_role on app.set_activity (tenant_id, role_id) where role_id is not null;
create index set_activity_document on app.set_activity (tenant_id, document_type_id) where document_type_id is not null;

create table app.pipeline (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  name_tr text not null,
  is_for_opportunities boolean not null,
  is_for_projects boolean not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
comment on table app.pipeline is 'Stages through which opportunities and projects go @shard:tenant';
select app.protect('app.pipeline', null);

create table app.pipeline_stage (
  tenant_id uuid not null,
  id uuid not null,
  pipeline_id uuid not null,
  name text not null,
  name_tr text not null,
  kind text not null check (kind in ('open', 'won', 'lost', 'neutral')),
  colour text not null check (colour in ('positive', 'negative', 'pending', 'hold', 'neutral', 'ongoing')),
  probability smallint not null check (probability between 0 and 100),
  -- where what is new begins
  is_default boolean not null,
  activity_set_id uuid,
  -- what a lead is when it comes here
  lead_status_id uuid,
  -- what must be there before it goes on
  document_type_ids uuid[] not null default '{}',
  sort_order smallint not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, pipeline_id, name),
  foreign key (tenant_id, pipeline_id) references app.pipeline (tenant_id, id) on delete cascade,
  foreign key (tenant_id, activity_set_id) references app.activity_set (tenant_id, id),
  foreign key (tenant_id, lead_status_id) references app.lead_status (tenant_id, id)
);
comment on table app.pipeline_stage is 'One stage of a pipeline @shard:tenant';
select app.protect('app.pipeline_stage', null);
create index pipeline_stage_place on app.pipeline_stage (tenant_id, pipeline_id, sort_order);
create index pipeline_stage_activities on app.pipeline_stage (tenant_id, activity_set_id) where activity_set_id is not null;
create index pipeline_stage_status on app.pipeline_stage (tenant_id, lead_status_id) where lead_status_id is not null;

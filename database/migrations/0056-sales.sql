-- The sales desk: leads, the opportunities and projects that go through a pipeline, what is to be done, and what happened.

create table app.lead (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  company text not null,
  contact_name text,
  email text,
  phone text,
  website text,
  country text,
  industry_type text,
  source text check (source in ('website', 'referral', 'partner', 'event', 'call', 'advertisement', 'other')),
  currency text,
  -- expected, in minor units
  monthly_volume_minor bigint check (monthly_volume_minor >= 0),
  -- null: the tenant has no status yet, which is as good as open
  lead_status_id uuid,
  owner_id uuid,
  description text not null,
  converted_at timestamptz,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, lead_status_id) references app.lead_status (tenant_id, id),
  foreign key (tenant_id, owner_id) references app.app_user (tenant_id, id),
  check (monthly_volume_minor is null or currency is not null)
);
comment on table app.lead is 'Businesses that may become merchants @shard:tenant';
select app.protect('app.lead', null);
create index lead_recent on app.lead (tenant_id, updated_at, id);
create index lead_company on app.lead (tenant_id, company, id);
create index lead_by_status on app.lead (tenant_id, lead_status_id) where lead_status_id is not null;
create index lead_by_owner on app.lead (tenant_id, owner_id) where owner_id is not null;

create table app.pipeline_item (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  kind text not null check (kind in ('opportunity', 'project')),
  name text not null,
  merchant_id uuid,
  -- what it came from
  lead_id uuid,
  pipeline_id uuid not null,
  stage_id uuid not null,
  -- where it stood when it was open last: there it goes on when it is opened again
  open_stage_id uuid,
  -- how often it came to a stage: what is to be done there is asked once a visit
  visit integer not null,
  stage_since timestamptz not null,
  currency text,
  amount_minor bigint check (amount_minor >= 0),
  expected_close date,
  owner_id uuid,
  description text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, lead_id) references app.lead (tenant_id, id),
  foreign key (tenant_id, pipeline_id) references app.pipeline (tenant_id, id),
  foreign key (tenant_id, stage_id) references app.pipeline_stage (tenant_id, id),
  foreign key (tenant_id, owner_id) references app.app_user (tenant_id, id),
  check (amount_minor is null or currency is not null)
);
comment on table app.pipeline_item is 'Opportunities and projects: what goes through the stages of a pipeline @shard:tenant';
select app.protect('app.pipeline_item');
create index pipeline_item_recent on app.pipeline_item (tenant_id, kind, updated_at, id);
create index pipeline_item_place on app.pipeline_item (tenant_id, pipeline_id, stage_id, updated_at);
create index pipeline_item_stage on app.pipeline_item (tenant_id, stage_id);
create index pipeline_item_lead on app.pipeline_item (tenant_id, lead_id) where lead_id is not null;
create index pipeline_item_merchant on app.pipeline_item (tenant_id, merchant_id) where merchant_id is not null;
create index pipeline_item_owner on app.pipeline_item (tenant_id, owner_id) where owner_id is not null;

create table app.sales_task (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('call', 'email', 'meeting', 'task', 'document')),
  due_on date not null,
  -- null: nobody's yet
  assignee_id uuid,
  item_id uuid,
  lead_id uuid,
  merchant_id uuid,
  document_type_id uuid,
  notes text not null,
  done_at timestamptz,
  done_by uuid,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, assignee_id) references app.app_user (tenant_id, id),
  foreign key (tenant_id, item_id) references app.pipeline_item (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lead_id) references app.lead (tenant_id, id) on delete cascade,
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, document_type_id) references app.document_type (tenant_id, id)
);
comment on table app.sales_task is 'What somebody has to do, by when @shard:tenant';
select app.protect('app.sales_task');
create index sales_task_open on app.sales_task (tenant_id, due_on, id) where done_at is null;
create index sales_task_mine on app.sales_task (tenant_id, assignee_id, due_on) where done_at is null;
create index sales_task_done on app.sales_task (tenant_id, done_at) where done_at is not null;
create index sales_task_item on app.sales_task (tenant_id, item_id) where item_id is not null;
create index sales_task_lead on app.sales_task (tenant_id, lead_id) where lead_id is not null;
create index sales_task_merchant on app.sales_task (tenant_id, merchant_id) where merchant_id is not null;
create index sales_task_document on app.sales_task (tenant_id, document_type_id) where document_type_id is not null;
create index sales_task_assignee on app.sales_task (tenant_id, assignee_id) where assignee_id is not null;

create table app.sales_event (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  lead_id uuid,
  item_id uuid,
  kind text not null check (kind in ('note', 'made', 'status', 'stage', 'converted', 'task')),
  -- of a note
  text text,
  -- from what to what, as it was called then, in English and Turkish
  before_name text[],
  after_name text[],
  actor_id uuid,
  actor_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, lead_id) references app.lead (tenant_id, id) on delete cascade,
  foreign key (tenant_id, item_id) references app.pipeline_item (tenant_id, id) on delete cascade,
  check ((lead_id is null) <> (item_id is null))
);
comment on table app.sales_event is 'What happened with a lead, an opportunity or a project, and what was noted @shard:tenant';
select app.protect('app.sales_event', null);
create index sales_event_lead on app.sales_event (tenant_id, lead_id, id) where lead_id is not null;
create index sales_event_item on app.sales_event (tenant_id, item_id, id) where item_id is not null;

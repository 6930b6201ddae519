-- Support tickets. Two channels: a merchant asks its tenant (the row has the merchant), a tenant asks the platform (it has
-- none). What one side keeps from the other lies in tables of its own: a customer's scope names its merchant, and their
-- rows have none; the platform's lie under the platform's tenant, which no other tenant's scope names.

create table app.support_ticket (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid,
  channel text not null check (channel in ('CustomerToTenant', 'TenantToPlatform')),
  code text not null,
  state text not null check (state in ('Opened', 'Closed')),
  category text not null check (category in ('Integration', 'Processing', 'Operational', 'Clarification', 'Other')),
  priority text not null check (priority in ('Low', 'Medium', 'High')),
  subject text not null,
  description text not null,
  -- null: platform staff raised it for the tenant
  requester_id uuid,
  requester_name text not null,
  contact_email text not null,
  contact_emails text[] not null default '{}',
  -- whose turn it is, as long as it is open
  waiting_on text check (waiting_on in ('desk', 'requester')),
  -- of the side that answers; in another tenant where that is the platform
  assignee_id uuid,
  assignee_name text,
  -- each side's own
  desk_label_id uuid,
  requester_label_id uuid,
  is_billable boolean not null default false,
  jira_ticket text,
  -- set by hand; null: as the feed has it
  initial_request_at timestamptz,
  response_at timestamptz,
  resolution_at timestamptz,
  first_answered_at timestamptz,
  -- when answers and the end are due; null: not, or not any more
  first_response_due_at timestamptz,
  next_response_due_at timestamptz,
  resolution_due_at timestamptz,
  -- minutes of business hours that are left for the end, while the clock stands still
  resolution_left_min integer,
  response_breached_at timestamptz,
  resolution_breached_at timestamptz,
  -- the earliest of what is due
  due_at timestamptz,
  -- the tenant's ticket to the platform about this one, and the other way
  escalated_ticket_id uuid,
  source_ticket_id uuid,
  -- when the other side last said something
  desk_news_at timestamptz,
  requester_news_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  check ((channel = 'CustomerToTenant') = (merchant_id is not null)),
  check ((state = 'Opened') = (waiting_on is not null))
);
comment on table app.support_ticket is 'What somebody asked for help with @shard:tenant';
select app.protect('app.support_ticket');
create unique index support_ticket_code on app.support_ticket (tenant_id, code);
create index support_ticket_newest on app.support_ticket (tenant_id, channel, id);
create index support_ticket_updated on app.support_ticket (tenant_id, channel, updated_at, id);
create index support_ticket_merchant on app.support_ticket (tenant_id, merchant_id, id);
create index support_ticket_assignee on app.support_ticket (tenant_id, assignee_id, id) where assignee_id is not null;
create index support_ticket_label on app.support_ticket (tenant_id, desk_label_id, id) where desk_label_id is not null;
create index support_ticket_own_label on app.support_ticket (tenant_id, requester_label_id, id) where requester_label_id is not null;
create index support_ticket_source on app.support_ticket (tenant_id, source_ticket_id) where source_ticket_id is not null;
-- what the overview counts is read off the index alone
create index support_ticket_open on app.support_ticket (tenant_id, channel, id)
  include (merchant_id, category, priority, waiting_on, assignee_id, desk_label_id, requester_label_id, due_at, desk_news_at,
    requester_news_at, created_at, escalated_ticket_id, state)
  where state = 'Opened';
create index support_ticket_closed on app.support_ticket (tenant_id, channel, closed_at)
  include (merchant_id, created_at, first_answered_at, initial_request_at, response_at, resolution_at, state, id)
  where state = 'Closed';
create index support_ticket_due on app.support_ticket (tenant_id, due_at, id) where due_at is not null;
-- the platform's own list, across tenants
create index support_ticket_platform on app.support_ticket (id) where channel = 'TenantToPlatform';
create index support_ticket_platform_updated on app.support_ticket (updated_at, id) where channel = 'TenantToPlatform';
create index support_ticket_similar on app.support_ticket using gin (to_tsvector('simple', subject || ' ' || description))
  where channel = 'TenantToPlatform' and state = 'Closed';

-- Text search under row-level security has only comparisons to go by: each word of a ticket is a row, so that the newest
-- tickets with a word, or with words that begin so, are read off an index.
create table app.support_ticket_word (
  tenant_id uuid not null,
  merchant_id uuid,
  ticket_id uuid not null,
  word text collate "C" not null,
  primary key (tenant_id, word, ticket_id)
);
comment on table app.support_ticket_word is 'The words by which tickets are found @shard:tenant';
select app.protect('app.support_ticket_word');
create index support_ticket_word_platform on app.support_ticket_word (word, ticket_id) where merchant_id is null;
create index support_ticket_word_ticket on app.support_ticket_word (tenant_id, ticket_id);

create table app.support_feed_item (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid,
  ticket_id uuid not null,
  kind text not null check (kind in ('comment', 'priorityChange', 'statusChange', 'reference', 'externalPartyInvitation')),
  -- null: somebody outside
  actor_id uuid,
  actor_name text not null,
  actor_side text not null check (actor_side in ('customer', 'tenant', 'platform', 'externalParty')),
  content text,
  -- the new priority or state, the kind of the references, the invited address
  detail text,
  -- the same request sent twice is one item
  request_key text,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references app.support_ticket (tenant_id, id)
);
comment on table app.support_feed_item is 'What happened on a ticket for both sides to see @shard:tenant';
select app.protect('app.support_feed_item');
create index support_feed_item_ticket on app.support_feed_item (tenant_id, ticket_id, id);
create unique index support_feed_item_once on app.support_feed_item (tenant_id, ticket_id, actor_id, request_key)
  where request_key is not null;

create table app.support_internal_item (
  -- whose: the tenant that answers or asks, or the platform's own
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- always null, so that no scope of merchants reaches it
  merchant_id uuid check (merchant_id is null),
  ticket_tenant_id uuid not null,
  ticket_id uuid not null,
  kind text not null check (kind in ('comment', 'assignment')),
  actor_id uuid,
  actor_name text not null,
  content text,
  request_key text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.support_internal_item is 'What one side of a ticket keeps to itself @shard:tenant';
select app.protect('app.support_internal_item');
create index support_internal_item_ticket on app.support_internal_item (tenant_id, ticket_id, id);
create unique index support_internal_item_once on app.support_internal_item (tenant_id, ticket_id, actor_id, request_key)
  where request_key is not null;

create table app.support_reference (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid,
  ticket_id uuid not null,
  -- the feed item that it was added with; null: the page that the ticket was raised on
  item_id uuid,
  kind text not null check (kind in ('transaction', 'customer', 'attachment', 'createdOn')),
  record_id uuid,
  name text not null,
  -- whose a payment or a merchant is
  record_merchant_id uuid,
  content_type text,
  size_bytes integer,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references app.support_ticket (tenant_id, id)
);
comment on table app.support_reference is 'What a ticket is about: payments, merchants, files @shard:tenant';
select app.protect('app.support_reference');
create index support_reference_ticket on app.support_reference (tenant_id, ticket_id, id);

create table app.support_label (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- null: the operators' own
  merchant_id uuid,
  value text not null,
  description text not null,
  color text not null,
  is_default boolean not null,
  place integer not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.support_label is 'An organisation''s own words for where tickets stand @shard:tenant';
select app.protect('app.support_label');
create index support_label_order on app.support_label (tenant_id, merchant_id, place, id);

create table app.support_read_mark (
  tenant_id uuid not null,
  user_id uuid not null,
  ticket_id uuid not null,
  read_until timestamptz not null,
  primary key (tenant_id, user_id, ticket_id),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id)
);
comment on table app.support_read_mark is 'How far one user has read a ticket @shard:tenant';
select app.protect('app.support_read_mark', null);

create table app.support_presence (
  tenant_id uuid not null references app.tenant (id),
  ticket_id uuid not null,
  user_id uuid not null,
  merchant_id uuid,
  user_name text not null,
  seen_at timestamptz not null,
  primary key (tenant_id, ticket_id, user_id)
);
comment on table app.support_presence is 'Who has a ticket open @shard:tenant';
select app.protect('app.support_presence');
create index support_presence_age on app.support_presence (tenant_id, seen_at);

create table app.support_invitation (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid,
  ticket_id uuid not null,
  email text not null,
  description text not null,
  token_hash text not null,
  invited_by_name text not null,
  invited_by_side text not null check (invited_by_side in ('customer', 'tenant', 'platform')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references app.support_ticket (tenant_id, id)
);
comment on table app.support_invitation is 'People outside who may read the public part of a ticket and answer @shard:tenant';
select app.protect('app.support_invitation');
create index support_invitation_ticket on app.support_invitation (tenant_id, ticket_id);

create table app.support_invitation_token (
  token_hash text primary key,
  tenant_id uuid not null,
  invitation_id uuid not null,
  expires_at timestamptz not null
);
comment on table app.support_invitation_token is 'Finds the tenant of an invitation''s link; gone when it is revoked @shard:local';
grant select, insert, update, delete on app.support_invitation_token to counterfoil_app, counterfoil_loader;
grant select on app.support_invitation_token to counterfoil_platform;

create table app.support_service_level (
  tenant_id uuid primary key references app.tenant (id),
  -- hours, holidays and targets, as the contract has them
  levels jsonb not null,
  updated_at timestamptz not null
);
comment on table app.support_service_level is 'When an organisation works, and how soon it answers @shard:tenant';
select app.protect('app.support_service_level', null);

create table app.support_scope (
  -- the platform's
  tenant_id uuid not null references app.tenant (id),
  ticket_id uuid not null,
  ticket_tenant_id uuid not null,
  is_running boolean not null,
  started_at timestamptz not null,
  draft jsonb,
  failure text,
  primary key (tenant_id, ticket_id)
);
comment on table app.support_scope is 'Drafts of what a ticket to the platform is about @shard:tenant';
select app.protect('app.support_scope', null);

-- Mails about one thing are one conversation.
alter table app.mail
  add column thread_id uuid,
  add column reply_to_id uuid;
create index mail_thread on app.mail (tenant_id, thread_id, recipient, id) where thread_id is not null;

-- What a user is told inside the portal.

create table app.notification (
  tenant_id uuid not null,
  user_id uuid not null,
  -- the same for everybody who is told of one thing: telling twice is telling once
  id uuid not null,
  notification_type text not null,
  title text not null,
  -- HTML of the allow-list in features/messaging/notifications/sanitising.ts
  description text not null,
  image text,
  icon text,
  object_url text,
  use_router boolean not null,
  is_read boolean not null default false,
  created_at timestamptz not null,
  primary key (tenant_id, user_id, id),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id)
);
comment on table app.notification is 'What one user is told, kept for 30 days @shard:tenant';
-- rows belong to a user, whatever merchants that user may see
select app.protect('app.notification', null);
create index notification_newest on app.notification (tenant_id, user_id, created_at desc, id desc);
create index notification_unread on app.notification (tenant_id, user_id, created_at) where not is_read;
create index notification_age on app.notification (tenant_id, created_at);

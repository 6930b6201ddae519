-- What a user sets up for itself: how the portal looks, and notes.

create table app.user_preference (
  tenant_id uuid not null,
  user_id uuid not null,
  -- null: as the tenant has it
  layout text check (layout in ('vertical-layout-1', 'Entreprise', 'Material', 'vertical-v2')),
  -- null or auto: as the device has it
  colour_scheme text check (colour_scheme in ('auto', 'light', 'dark')),
  density text check (density in ('comfortable', 'compact')),
  updated_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id)
);
comment on table app.user_preference is 'How one user wants the portal to look, on every device @shard:tenant';
-- rows belong to a user, whatever merchants that user may see
select app.protect('app.user_preference', null);

create table app.user_note (
  tenant_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  text text not null,
  -- counts the changes, so that a tab with an older text does not write over a newer one
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, user_id, id),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id)
);
comment on table app.user_note is 'A user''s own notes @shard:tenant';
select app.protect('app.user_note', null);

-- The newest entries: of a tenant by its primary key, of one merchant, and for platform staff of all.
create index audit_entry_merchant on app.audit_entry (tenant_id, merchant_id, id);
create index audit_entry_newest on app.audit_entry (id);

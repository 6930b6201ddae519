-- A saved view of a report can be shared with its owner's role. Additive.

alter table app.saved_filter add column shared_role_id uuid;
create index saved_filter_shared on app.saved_filter (tenant_id, shared_role_id, screen, name)
  where shared_role_id is not null;

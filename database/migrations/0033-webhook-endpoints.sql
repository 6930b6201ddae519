-- Webhook endpoints are settings. While a secret is being rotated two of them sign.

alter table app.webhook_endpoint
  add column description text,
  add column previous_secret text,
  -- until when the previous secret signs too
  add column previous_until timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
create index webhook_endpoint_url on app.webhook_endpoint (tenant_id, url, id);

-- what an endpoint was sent, newest first
create index webhook_delivery_endpoint on app.webhook_delivery (tenant_id, endpoint_id, id);

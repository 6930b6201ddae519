-- Merchants' servers list their disputes, the newest first.
create index dispute_merchant on app.dispute (tenant_id, merchant_id, id);

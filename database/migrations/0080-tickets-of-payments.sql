-- The tickets that name a payment, for the page of its payer.
create index support_reference_record on app.support_reference (tenant_id, record_id, ticket_id) where kind = 'transaction';

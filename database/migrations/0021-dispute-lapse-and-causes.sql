-- Events say why as a code with its values, so that each reader is told in their own language. `cause` keeps what people
-- and acquirers say in their words.
alter table app.payment_event
  add column cause_code text,
  add column cause_values jsonb;

-- what lapses when its answer is due
create index dispute_due on app.dispute (tenant_id, respond_by) where state = 'opened';

create index file_name on app.file (tenant_id, name, created_at);

-- Administrators hold every permission of their audience; merchants may give in to a dispute themselves.
update app.role
set permissions = permissions || array['Merchant.Transaction.Actions.AcceptDispute']
where is_administrator
  and user_type = 'merchant'
  and not 'Merchant.Transaction.Actions.AcceptDispute' = any (permissions);

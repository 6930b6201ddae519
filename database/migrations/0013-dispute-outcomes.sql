-- How disputes end.

alter table app.payment
  -- where its disputes stand: opened while one is; else how the last one ended. Null: nobody disputes it
  add column dispute_state text check (dispute_state in ('opened', 'accepted', 'won', 'lost'));
update app.payment set dispute_state = 'opened' where disputed_minor > 0;
-- few payments are disputed, and these are what people look for
create index payment_dispute_state on app.payment (tenant_id, dispute_state, id) where dispute_state is not null;

-- A second notice tells how the dispute of a first one ended.
alter table sandbox.acquirer_notice
  add column dispute_id uuid,
  add column outcome text check (outcome in ('won', 'lost'));

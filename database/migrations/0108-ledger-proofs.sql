-- The daily proof that the books agree: payments with the ledger, sums with payments, and acquirers' books with ours.
create table app.ledger_proof (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- what happened between these was proved
  from_at timestamptz not null,
  to_at timestamptz not null,
  payments integer not null,
  -- [{ "name", "looked", "differing" }]
  checks jsonb not null,
  -- the first of what differs: [{ "check", "subject", "expected", "found" }]
  differences jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.ledger_proof is 'Results of the daily proof of the books, append-only @shard:tenant';
select app.protect('app.ledger_proof', null);
revoke update, delete on app.ledger_proof from counterfoil_app;

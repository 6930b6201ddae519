-- What acquirers send unasked is kept as it came before anything is decided on it.

create table app.acquirer_notice (
  -- of the payment that it names; the platform's where no tenant is known by it
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid,
  payment_id uuid,
  provider text not null,
  -- the acquirer's id of the notice
  reference text not null,
  -- as it came, but for card numbers
  body text not null,
  body_hash text not null,
  -- received: it is decided on at next_try_at; taken: it counts; repeated: it says nothing new; aside: it cannot count,
  -- for the cause; refused: it is not the acquirer's; closed: a person has decided that it needs nothing more
  state text not null check (state in ('received', 'taken', 'repeated', 'aside', 'refused', 'closed')),
  cause_code text,
  cause_values jsonb,
  -- how often it came again
  repeats integer not null default 0,
  received_at timestamptz not null,
  last_received_at timestamptz not null,
  tries integer not null default 0,
  next_try_at timestamptz,
  decided_at timestamptz,
  closed_by uuid,
  close_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id),
  check ((state = 'received') = (next_try_at is not null)),
  check ((state = 'closed') = (close_reason is not null))
);
comment on table app.acquirer_notice is 'What acquirers sent unasked, as it came, and what became of it @shard:tenant';
select app.protect('app.acquirer_notice');
-- what an acquirer said is never rewritten
revoke update, delete on app.acquirer_notice from counterfoil_app;
grant update (state, cause_code, cause_values, repeats, last_received_at, tries, next_try_at, decided_at, closed_by,
  close_reason) on app.acquirer_notice to counterfoil_app;
-- a repeated notice is the same row
create unique index acquirer_notice_once on app.acquirer_notice (tenant_id, provider, reference, body_hash);
create index acquirer_notice_due on app.acquirer_notice (tenant_id, next_try_at) where next_try_at is not null;
create index acquirer_notice_state on app.acquirer_notice (tenant_id, state, id);

update app.role
set permissions = permissions || array['CRM.Transaction.AcquirerNotices.View', 'CRM.Transaction.AcquirerNotices.Edit']
where is_administrator and user_type in ('tenant', 'platform');

-- A dispute lives by its acquirer's dates and stages: each notice carries the dispute as it stands, with a sequence that
-- tells which of two is later. What the merchant answers is sent to the acquirer and followed.

alter table app.dispute
  -- whose dispute it is, and its name there; null: a person recorded it
  add column provider text,
  add column acquirer_reference text,
  -- of the latest that the acquirer told
  add column sequence integer not null default 0,
  add column stage text not null default 'chargeback' check (stage in ('chargeback', 'pre_arbitration', 'arbitration')),
  -- of one that ended: what the card holder keeps
  add column lost_minor bigint not null default 0,
  add column answer text check (answer in ('contest', 'accept')),
  -- `requested` until the acquirer has received it
  add column answer_state text check (answer_state in ('requested', 'received', 'refused')),
  -- by which the acquirer knows the answer if it comes twice
  add column answer_id uuid,
  add column answer_text text,
  -- the next try to send it, or when it was received or refused
  add column answer_at timestamptz,
  add column answer_checks integer not null default 0,
  alter column respond_by drop not null,
  drop constraint dispute_state_check,
  add constraint dispute_state_check check (state in ('opened', 'answered', 'under_review', 'accepted', 'won', 'lost')),
  add check (lost_minor between 0 and amount_minor),
  add check ((provider is null) = (acquirer_reference is null)),
  add check ((answer_state is null) = (answer is null) and (answer_state is null) = (answer_at is null));
update app.dispute set lost_minor = amount_minor where state in ('lost', 'accepted');
-- until now the id of an acquirer's first notice was the id of the dispute
update app.dispute d set provider = n.provider, acquirer_reference = d.id::text, sequence = 1
from sandbox.acquirer_notice n where n.id = d.id;
create unique index dispute_at_acquirer on app.dispute (tenant_id, provider, acquirer_reference);
create index dispute_answer on app.dispute (tenant_id, answer_at) where answer_state = 'requested';

alter table app.payment
  drop constraint payment_dispute_state_check,
  add constraint payment_dispute_state_check
    check (dispute_state in ('opened', 'answered', 'under_review', 'accepted', 'won', 'lost'));

-- The sandboxes' notices: each is the dispute as it stands from a time on.
alter table sandbox.acquirer_notice
  add column dispute text,
  add column sequence integer not null default 1,
  add column stage text not null default 'chargeback',
  add column state text not null default 'opened',
  add column lost_minor bigint not null default 0,
  add column respond_by timestamptz,
  -- ours, of the answer that it follows
  add column answer uuid;
update sandbox.acquirer_notice set dispute = coalesce(dispute_id, id)::text, sequence = case when outcome is null then 1 else 2 end,
  state = coalesce(outcome, 'opened'), lost_minor = case when outcome = 'lost' then amount_minor else 0 end;
alter table sandbox.acquirer_notice
  alter column dispute set not null,
  drop column kind,
  drop column dispute_id,
  drop column outcome;
create index acquirer_notice_dispute on sandbox.acquirer_notice (provider, dispute, sequence);

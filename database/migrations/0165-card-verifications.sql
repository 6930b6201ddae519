-- Cards are stored without a payment too: their issuer is asked about them with an amount of zero. The request's reference
-- at the acquirer is the stored card's id, so that one that was lost is looked up by it.
alter table app.stored_card
  alter column payment_id drop not null,
  -- null: the card was stored with a payment
  add column verification text check (verification in ('pending', 'approved', 'declined', 'failed')),
  -- of the code on the card, as its issuer says
  add column security_code_check text check (security_code_check in ('match', 'no_match', 'not_checked')),
  add column verification_code text check (length(verification_code) <= 100),
  add column verification_reason text check (length(verification_reason) <= 500),
  -- in which nothing is asked for: acquirers want one all the same
  add column verification_currency text check (verification_currency ~ '^[A-Z]{3}$'),
  -- null once it is decided
  add column verification_check_at timestamptz,
  add column verification_checks int not null default 0,
  add column verified_at timestamptz,
  -- where the payer confirms it, until when, and where from there
  add column confirm_url text check (length(confirm_url) <= 2000),
  add column confirm_until timestamptz,
  add column return_url text check (length(return_url) <= 2000);
create index stored_card_to_verify on app.stored_card (tenant_id, verification_check_at) where verification_check_at is not null;

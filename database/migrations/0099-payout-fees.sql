-- A payout's fee is set aside with its amount, as it was when the payout was requested. Payouts that were requested before
-- this set nothing aside, and are charged nothing.
alter table app.payment_operation
  add column fee_minor bigint check (fee_minor > 0),
  add column fee_fixed_minor bigint,
  add column fee_basis_points integer,
  add check ((fee_minor is null) = (fee_fixed_minor is null) and (fee_minor is null) = (fee_basis_points is null)),
  add check (fee_minor is null or kind = 'payout');

-- A merchant takes part of an amount only if it asked for that; a capture may be the last of its payment.

alter table app.payment add column partial_approval boolean not null default false;
comment on column app.payment.partial_approval is
  'The merchant takes what the acquirer approves, if it is less than the amount; else such an approval is cancelled';

alter table app.payment_operation add column is_final boolean not null default false;
comment on column app.payment_operation.is_final is
  'Of a capture: nothing is captured after it, so the acquirer releases what is left of the authorisation';

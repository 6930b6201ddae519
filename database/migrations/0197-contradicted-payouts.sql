-- A rail that rejects what it had reported as paid is kept among the steps of the payout.
alter table app.payout_order_step drop constraint payout_order_step_kind_check;
alter table app.payout_order_step add constraint payout_order_step_kind_check check (kind in ('requested', 'confirmed',
  'approved', 'sent', 'paid', 'returned', 'declined', 'failed', 'recall_asked', 'recall_refused', 'contradicted')) not valid;

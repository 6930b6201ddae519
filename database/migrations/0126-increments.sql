-- Incremental authorisations: more is authorised on a payment that is not captured yet.
alter table app.payment_operation drop constraint payment_operation_kind_check;
alter table app.payment_operation add constraint payment_operation_kind_check
  check (kind in ('authorise', 'increment', 'capture', 'void', 'refund', 'reversal', 'payout'));

alter table app.confirmation_level drop constraint confirmation_level_actions_check;
alter table app.confirmation_level add constraint confirmation_level_actions_check check (actions <> '{}' and actions <@ array[
  'refund', 'markRefunded', 'void', 'reverse', 'increment', 'approve', 'changeStatus', 'payout', 'returnTransfer']);
alter table app.waiting_action drop constraint waiting_action_action_check;
alter table app.waiting_action add constraint waiting_action_action_check check (action in (
  'refund', 'markRefunded', 'void', 'reverse', 'increment', 'approve', 'changeStatus', 'payout', 'returnTransfer'));

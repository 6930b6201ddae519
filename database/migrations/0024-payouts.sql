-- Payouts: money sent to the customer of an earlier payment, once somebody else than its maker approved it.

alter table app.payment_operation
  drop constraint payment_operation_kind_check,
  add constraint payment_operation_kind_check
    check (kind in ('authorise', 'capture', 'void', 'refund', 'reversal', 'payout')),
  drop constraint payment_operation_state_check,
  -- held: waits for a person's approval, so nothing was sent yet
  add constraint payment_operation_state_check
    check (state in ('held', 'requested', 'unknown', 'waiting', 'succeeded', 'declined', 'failed'));
-- those that wait, which are few
create index payment_operation_held on app.payment_operation (tenant_id, payment_id) where state = 'held';

alter table app.fee_schedule
  drop constraint fee_schedule_fee_type_check,
  add constraint fee_schedule_fee_type_check check (fee_type in ('capture', 'refund', 'void', 'dispute', 'payout'));

-- Administrators hold every permission of their audience; the right to ask for payouts is new.
update app.role
set permissions = permissions || case user_type
  when 'platform' then array['CRM.Transaction.Actions.Payout', 'Platform.Transaction.Actions.Payout']
  when 'tenant' then array['CRM.Transaction.Actions.Payout']
  else array['Merchant.Transaction.Actions.Payout']
end
where is_administrator
  and not permissions && array['CRM.Transaction.Actions.Payout', 'Merchant.Transaction.Actions.Payout'];

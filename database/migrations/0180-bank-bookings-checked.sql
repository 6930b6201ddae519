-- What 0179 lets stand unread is read here, beside the writers.
alter table app.suspense_clearing validate constraint suspense_clearing_kind_check;
alter table app.bank_order_item validate constraint bank_order_item_state_check;

-- A bulk update that undoes another one: payments that were captured by hand are reversed by hand.
alter table app.bulk_update add column undoes_id uuid;
alter table app.bulk_update add constraint bulk_update_undoes_fkey
  foreign key (tenant_id, undoes_id) references app.bulk_update (tenant_id, id) not valid;
create index bulk_update_undoes on app.bulk_update (tenant_id, undoes_id) where undoes_id is not null;

-- wider than before, so that every row there is passes them
alter table app.bulk_update drop constraint bulk_update_target_check;
alter table app.bulk_update add constraint bulk_update_target_check
  check (target in ('captured', 'declined', 'reversed')) not valid;
alter table app.waiting_action drop constraint waiting_action_target_status_check;
alter table app.waiting_action add constraint waiting_action_target_status_check
  check (target_status in ('captured', 'declined', 'reversed')) not valid;

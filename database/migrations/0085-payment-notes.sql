-- What people note on a payment. Operators' notes are internal; a merchant's are read by both.

create table app.payment_note (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  payment_id uuid not null,
  is_internal boolean not null,
  text text not null,
  author_id uuid not null,
  author_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id)
);
comment on table app.payment_note is 'Notes of operators and of merchants on a payment @shard:tenant';
select app.protect('app.payment_note');
create index payment_note_payment on app.payment_note (tenant_id, payment_id, id);

-- whoever acts on payments may note what they did
update app.role set permissions = permissions || array(
  select side || '.Transaction.Actions.Note' from unnest(array['CRM', 'Platform', 'Merchant']) as side
  where exists (select from unnest(permissions) as held where held like side || '.Transaction.Actions.%')
    and not side || '.Transaction.Actions.Note' = any (permissions));
update app.app_user set own_permissions = own_permissions || array(
  select side || '.Transaction.Actions.Note' from unnest(array['CRM', 'Platform', 'Merchant']) as side
  where exists (select from unnest(own_permissions) as held where held like side || '.Transaction.Actions.%')
    and not side || '.Transaction.Actions.Note' = any (own_permissions))
where own_permissions <> '{}';

-- What an acquirer's vault keeps of an authorisation that was approved too late, until it is deleted there.

create table app.vault_removal (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  provider text not null,
  vault_reference text not null check (length(vault_reference) <= 200),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.vault_removal is 'Cards in the vaults of acquirers that no stored card is of, until they are deleted there @shard:tenant';
select app.protect('app.vault_removal');
revoke update on app.vault_removal from counterfoil_app;
create index vault_removal_merchant on app.vault_removal (tenant_id, merchant_id);

-- Lists of a million entries are searched by beginnings (decision 23), compared as bytes: a card by its first digits or its
-- last four, an e-mail by its name or its domain, and whatever was the reason.
alter table app.blacklist_entry
  add column value_start text collate "C" generated always as (lower(coalesce(card_hint, value))) stored,
  add column value_end text collate "C" generated always as (case when card_hint is not null then right(card_hint, 4) when kind = 'email' then split_part(lower(value), '@', -1) end) stored,
  add column reason_start text collate "C" generated always as (lower(left(reason, 60))) stored;
create index blacklist_entry_value_start on app.blacklist_entry (tenant_id, value_start, id);
create index blacklist_entry_value_end on app.blacklist_entry (tenant_id, value_end, id) where value_end is not null;
create index blacklist_entry_reason on app.blacklist_entry (tenant_id, reason_start, id);

alter table app.whitelist_entry
  add column value_start text collate "C" generated always as (lower(coalesce(card_hint, value))) stored,
  add column value_end text collate "C" generated always as (case when card_hint is not null then right(card_hint, 4) when kind = 'email' then split_part(lower(value), '@', -1) end) stored,
  add column reason_start text collate "C" generated always as (lower(left(reason, 60))) stored;
create index whitelist_entry_value_start on app.whitelist_entry (tenant_id, value_start, id);
create index whitelist_entry_value_end on app.whitelist_entry (tenant_id, value_end, id) where value_end is not null;
create index whitelist_entry_reason on app.whitelist_entry (tenant_id, reason_start, id);

alter table app.merchant_blacklist_entry
  add column value_start text collate "C" generated always as (lower(coalesce(card_hint, value))) stored,
  add column value_end text collate "C" generated always as (case when card_hint is not null then right(card_hint, 4) when kind = 'email' then split_part(lower(value), '@', -1) end) stored,
  add column reason_start text collate "C" generated always as (lower(left(reason, 60))) stored;
create index merchant_blacklist_entry_value on app.merchant_blacklist_entry (tenant_id, value, id);
create index merchant_blacklist_entry_value_start on app.merchant_blacklist_entry (tenant_id, value_start, id);
create index merchant_blacklist_entry_value_end on app.merchant_blacklist_entry (tenant_id, value_end, id) where value_end is not null;
create index merchant_blacklist_entry_reason on app.merchant_blacklist_entry (tenant_id, reason_start, id);

alter table app.merchant_whitelist_entry
  add column value_start text collate "C" generated always as (lower(coalesce(card_hint, value))) stored,
  add column value_end text collate "C" generated always as (case when card_hint is not null then right(card_hint, 4) when kind = 'email' then split_part(lower(value), '@', -1) end) stored,
  add column reason_start text collate "C" generated always as (lower(left(reason, 60))) stored;
create index merchant_whitelist_entry_value on app.merchant_whitelist_entry (tenant_id, value, id);
create index merchant_whitelist_entry_value_start on app.merchant_whitelist_entry (tenant_id, value_start, id);
create index merchant_whitelist_entry_value_end on app.merchant_whitelist_entry (tenant_id, value_end, id) where value_end is not null;
create index merchant_whitelist_entry_reason on app.merchant_whitelist_entry (tenant_id, reason_start, id);

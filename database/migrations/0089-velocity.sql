-- Counters of screening: how often a card, an address or a device paid within a sliding window. Each payment counts itself
-- in its own transaction, so that payments that come at once see one another.

create table app.velocity_counter (
  tenant_id uuid not null,
  -- a merchant; 00000000-0000-0000-0000-000000000000: all of the tenant's together
  scope_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  -- the rule that counts
  rule text not null,
  -- a digest of what is counted
  value text not null,
  -- milliseconds since 1970, oldest first, as many as the rule's limit needs
  hits bigint[] not null,
  -- at the same places: what was counted, a payment or a card
  marks text[] not null,
  expires_at timestamptz not null,
  primary key (tenant_id, scope_id, mode, rule, value)
) with (fillfactor = 70);
comment on table app.velocity_counter is 'How often cards, addresses and devices paid, for screening @shard:tenant';
select app.protect('app.velocity_counter', null);

alter table app.antifraud_rule
  drop constraint antifraud_rule_rule_check,
  add constraint antifraud_rule_rule_check check (rule in ('card_velocity', 'email_velocity', 'ip_velocity',
    'iin_velocity', 'device_velocity', 'cards_per_email', 'cards_per_ip', 'cards_per_device', 'amount_ceiling',
    'blocked_country')),
  add column window_s integer check (window_s between 10 and 2678400),
  add column counted text check (counted in ('merchant', 'tenant')),
  add column if_missing text check (if_missing in ('pass', 'apply'));
comment on column app.antifraud_rule.window_s is 'Of a rule that counts; null: the system variable velocity_window';
comment on column app.antifraud_rule.counted is 'Of a rule that counts: at each merchant (null too), or at all together';
comment on column app.antifraud_rule.if_missing is
  'What happens to payments without what the rule looks at: they pass (null too), or the rule applies to them';

alter table app.whitelist_entry add column lifts text[];
comment on column app.whitelist_entry.lifts is 'The rules that do not apply; null or empty: none applies';

-- What screening finds says by which rule, whose it was, and in which version.

alter table app.antifraud_alert
  -- null: by a list or a restriction of the card, or from before it was kept; the rule may be gone
  add column rule_id uuid,
  -- whose rule or list it was
  add column owner text check (owner in ('tenant', 'merchant')),
  add column rule_version integer;

alter table app.antifraud_match
  add column owner text check (owner in ('tenant', 'merchant')),
  add column rule_version integer;

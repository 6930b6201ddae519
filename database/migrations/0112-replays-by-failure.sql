-- A replay can be of those messages alone whose last attempt failed in one of some ways. Additive.

alter table app.webhook_replay
  -- 3xx, 4xx, 5xx or none (no answer); empty: whatever became of them
  add column failures text[] not null default '{}';

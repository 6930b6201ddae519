-- That a rule in force leaves it waits for another person, as its being put in force does.

alter table app.antifraud_rule
  -- what waits: to be evaluated without effect, or to be switched off; null: nothing
  add column leaving text check (leaving in ('shadow', 'off')),
  add column leaving_by uuid,
  add column leaving_by_name text,
  add column leaving_at timestamptz;

-- Wrong one-time codes are counted by themselves: a sign-in that asks for none says nothing about who knows the codes.
alter table identity.account
  add column failed_codes integer not null default 0,
  add column last_failed_code_at timestamptz;

-- What a one-time code was asked for, and what it then served: a deed on a record, by one user.

create table app.sca_challenge (
  id uuid primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  action text not null,
  -- empty where the deed names no record
  record_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz
);
comment on table app.sca_challenge is 'Strong customer authentication: challenges and what confirmed them @shard:local';
create index sca_challenge_user on app.sca_challenge (user_id, action, confirmed_at);
create index sca_challenge_age on app.sca_challenge (created_at);
grant select, insert, update, delete on app.sca_challenge to counterfoil_app, counterfoil_loader;
grant select on app.sca_challenge to counterfoil_platform;

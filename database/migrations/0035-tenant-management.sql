-- What the platform decides about a tenant: who it is, what it may use, whether it works at all.

alter table app.tenant
  add column version integer not null default 1,
  -- names of features.rules.ts that the platform switched off for all people of this tenant
  add column features_off text[] not null default '{}';

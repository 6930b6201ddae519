-- An export holds what its user might see when it was made. Whoever is limited to fewer merchants, methods or providers
-- since then does not read its files. Exports from before count as made without a limit.
alter table app.data_export
  add column merchant_ids uuid[],
  add column methods text[],
  add column providers text[];
comment on column app.data_export.merchant_ids is 'The merchants that its user was limited to when it was made; null: no limit, or not made';
comment on column app.data_export.methods is 'The payment methods that its user was limited to when it was made; null as with merchant_ids';
comment on column app.data_export.providers is 'The providers that its user was limited to when it was made; null as with merchant_ids';

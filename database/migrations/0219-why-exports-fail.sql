-- Why an export could not be made, beside its code: as the refusal said it, with the values that it named.
alter table app.data_export
  add column failure_message text,
  add column failure_params jsonb;

-- Names that read the same aloud are one name: in any case, with either i of Turkish, however their marks are composed.
-- What tells records apart is kept so by an index, which finds a twin at once and lets only one of two through that
-- come at the same moment.

create function app.folded_name(name text) returns text
  language sql immutable strict parallel safe
  return translate(lower(normalize(name, NFC)), U&'\0131\0130\0307', 'ii');

do $$
declare
  named record;
begin
  for named in
    select * from (values
      ('risk_level', 'name', ''), ('document_type', 'name', ''), ('lead_status', 'name', ''),
      ('pos_provider', 'name', ''), ('banking_channel', 'name', ''), ('mpi_provider', 'name', ''),
      ('ratio_alert', 'name', ''), ('language_model_setting', 'name', ''), ('activity_set', 'name', ''),
      ('pipeline', 'name', ''), ('pipeline_stage', 'name', 'pipeline_id'), ('template', 'name', 'kind'),
      ('merchant', 'legal_business_name', '')
    ) as t (in_table, in_column, beside)
  loop
    execute format(
      'alter table app.%1$I drop constraint if exists %2$I',
      named.in_table, concat_ws('_', named.in_table, 'tenant_id', nullif(named.beside, ''), named.in_column, 'key')
    );
    execute format(
      'create unique index %1$I on app.%2$I (tenant_id, app.folded_name(%3$I)%4$s)',
      named.in_table || '_folded_name', named.in_table, named.in_column,
      case when named.beside = '' then '' else ', ' || quote_ident(named.beside) end
    );
  end loop;
end $$;

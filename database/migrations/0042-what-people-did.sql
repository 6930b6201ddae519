-- Merchants' servers leave entries too, many of them: what people did is found without walking over those.
create index audit_entry_people on app.audit_entry (tenant_id, id) where action not like 'merchantApi.%';

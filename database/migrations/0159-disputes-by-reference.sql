-- A dispute is searched for by what its acquirer calls it, whoever the acquirer is.

create index dispute_acquirer_reference on app.dispute (tenant_id, acquirer_reference) where acquirer_reference is not null;

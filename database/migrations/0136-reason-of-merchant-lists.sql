-- Why a merchant may have lists of its own, by which the entry is found too.
alter table app.merchant_screening add column reason text not null default '';

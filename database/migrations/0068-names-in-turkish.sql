-- What the product lists itself is named in both languages; the names come with the reference data at each start.
alter table app.country add column name_tr text not null default '';
alter table app.currency add column name_tr text not null default '';
alter table app.payment_method add column name_tr text not null default '';
alter table app.payment_channel add column name_tr text not null default '';

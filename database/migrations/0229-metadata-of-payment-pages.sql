-- What a merchant's server keeps with a payment link or checkout session, for the payments that are made by it.
alter table app.payment_page add column metadata jsonb;

-- The payment link or checkout session that a payment was made by, which its merchant's server and webhooks are told.
alter table app.payment add column page_id uuid;

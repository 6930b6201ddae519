-- How a card payment was authenticated (3-D Secure): what its acquirer says of each attempt, and of the payment what its last
-- answer says. The proof (CAVV, AAV) is sealed with the tenant's key, and is kept with the attempt alone.
alter table app.payment add column three_d_secure jsonb;
alter table app.payment_attempt add column three_d_secure jsonb;
alter table app.payment_attempt add column authentication_value text check (length(authentication_value) <= 1000);
grant update (three_d_secure) on app.payment to counterfoil_app;
grant update (three_d_secure, authentication_value) on app.payment_attempt to counterfoil_app;
-- what is sealed is sealed anew when a key is replaced
create index payment_attempt_authentication on app.payment_attempt (tenant_id, id) where authentication_value is not null;

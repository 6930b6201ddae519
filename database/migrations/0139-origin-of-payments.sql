-- Where a payment came from, as the merchant or the hosted page said it: payments of one address or device are shown
-- together to whoever decides on a held one, and both are evidence in disputes.
alter table app.payment
  add column customer_ip text check (length(customer_ip) <= 45),
  add column customer_device text check (length(customer_device) <= 200);
create index payment_customer_ip on app.payment (tenant_id, customer_ip, id) where customer_ip is not null;
create index payment_customer_device on app.payment (tenant_id, customer_device, id) where customer_device is not null;

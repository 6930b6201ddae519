-- Refunds are counted on the day on which they were made, whenever the payment was: few events of many.
create index payment_event_refunded on app.payment_event (tenant_id, id) where type = 'payment.refunded';

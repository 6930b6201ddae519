-- Faces of the payment list: columns that a user chose for one list go along to every device. Additive.

alter table app.user_preference add column columns jsonb not null default '{}';

-- Alternative methods are few among many card payments, and their list is walked newest first.
create index payment_other_method on app.payment (tenant_id, method, id) where method <> 'card';

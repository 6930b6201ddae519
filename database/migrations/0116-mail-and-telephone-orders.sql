-- Orders by mail and telephone are entered at the virtual terminal: nobody is there to confirm at a bank.
alter table app.payment add column order_type text check (order_type in ('mail', 'telephone'));

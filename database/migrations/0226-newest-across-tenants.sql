-- What platform staff read across tenants, newest first: without these each page sorts all that there ever was. The lists of one
-- tenant keep to the primary key, which begins with it.
create index acquirer_notice_newest on app.acquirer_notice (id);
create index payout_order_newest on app.payout_order (mode, id);

-- The date of answer of which people were reminded last: a dispute that goes on to a new stage has a new one.
alter table app.dispute add column reminded_of timestamptz;
grant update (reminded_of) on app.dispute to counterfoil_app;

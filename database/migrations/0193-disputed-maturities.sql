-- A won dispute gives back what it took from pending and reserve to where it was, with the day on which it is due.

-- the version before takes without counting: what it took becomes available at once
alter table app.maturity add column disputed_minor bigint not null default 0;
comment on column app.maturity.disputed_minor is 'What disputes took of it, and did not give back';
grant update (disputed_minor) on app.maturity to counterfoil_app;
alter table app.maturity add constraint maturity_disputed check (disputed_minor >= 0) not valid;

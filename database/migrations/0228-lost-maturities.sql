-- What a dispute that was lost took of pending and reserve does not come back with another one that is won.

-- what was lost before stays among what disputes took, as the version before counts it
alter table app.maturity add column lost_minor bigint not null default 0;
comment on column app.maturity.lost_minor is 'What disputes took of it that were lost; it is disputed again where one is reopened';
comment on column app.maturity.disputed_minor is 'What disputes took of it, and neither gave back nor lost';
grant update (lost_minor) on app.maturity to counterfoil_app;

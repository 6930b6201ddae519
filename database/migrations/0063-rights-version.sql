-- What a user may do and see is saved by one at a time: the second of two who read the same is told so.
alter table app.app_user add column rights_version integer not null default 1;

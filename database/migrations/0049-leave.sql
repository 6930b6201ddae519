-- When an organisation and its people do not work: clocks of tickets stand on holidays, and who is away is shown as such.

create table app.holiday (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  day date not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, day)
);
comment on table app.holiday is 'Days on which nobody of an organisation works @shard:tenant';
select app.protect('app.holiday', null);

create table app.employee_leave (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('annual', 'sick', 'parental', 'other')),
  first_day date not null,
  last_day date not null,
  note text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id),
  check (first_day <= last_day)
);
comment on table app.employee_leave is 'Days on which somebody is away @shard:tenant';
select app.protect('app.employee_leave', null);
create index employee_leave_user on app.employee_leave (tenant_id, user_id, last_day);

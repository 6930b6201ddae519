-- A tenant's own reasons stand beside the usual ones at every decision about money; and it says for which of them nobody
-- goes on without a reason.

alter table app.reason drop constraint reason_action_check;
alter table app.reason add constraint reason_action_check check (
  action in ('decline', 'approve', 'dispute', 'refund', 'capture', 'void', 'reverse', 'payout'));

create table app.required_reason (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  action text not null check (
    action in ('decline', 'approve', 'refund', 'capture', 'void', 'reverse', 'payout')),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, action)
);
comment on table app.required_reason is 'Decisions on payments that nobody takes without a reason @shard:tenant';
select app.protect('app.required_reason', null);

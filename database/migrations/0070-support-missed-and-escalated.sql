-- A late answer is forgotten no more when the next one comes in time.
alter table app.support_ticket add column response_missed_at timestamptz;
update app.support_ticket set response_missed_at = case
    when first_answered_at > first_response_due_at then first_response_due_at else response_breached_at end
  where first_answered_at > first_response_due_at or response_breached_at is not null;

-- An escalation is an entry of the feed of the customer's ticket, for the tenant's own people.
alter table app.support_internal_item drop constraint support_internal_item_kind_check;
alter table app.support_internal_item add constraint support_internal_item_kind_check
  check (kind in ('comment', 'assignment', 'escalation'));
-- the ticket to the platform
alter table app.support_internal_item add column record_id uuid;
insert into app.support_internal_item
    (tenant_id, id, ticket_tenant_id, ticket_id, kind, actor_id, actor_name, content, record_id, created_at)
  select e.tenant_id, e.id, e.tenant_id, t.id, 'escalation', e.requester_id, e.requester_name, e.code, e.id, e.created_at
  from app.support_ticket e join app.support_ticket t on t.tenant_id = e.tenant_id and t.id = e.source_ticket_id;

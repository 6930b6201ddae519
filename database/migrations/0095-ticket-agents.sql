-- Whoever answers a ticket is an agent everywhere: in roles, on screens and in its rows.

alter table app.support_ticket rename column desk_label_id to agent_label_id;
alter table app.support_ticket rename column desk_news_at to agent_news_at;
alter table app.support_ticket drop constraint support_ticket_waiting_on_check;
update app.support_ticket set waiting_on = 'agent' where waiting_on = 'desk';
alter table app.support_ticket add constraint support_ticket_waiting_on_check
  check (waiting_on in ('agent', 'requester'));

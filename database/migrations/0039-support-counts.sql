-- What row-level security and the usual filters look at stands in the indexes that lists and counts are read by, so that
-- neither goes to the tickets themselves for rows that it only counts.
drop index app.support_ticket_newest;
create index support_ticket_newest on app.support_ticket (tenant_id, channel, id)
  include (merchant_id, state, category, priority);
drop index app.support_ticket_platform;
create index support_ticket_platform on app.support_ticket (id)
  include (tenant_id, channel, state, category, priority) where channel = 'TenantToPlatform';

alter table app.support_ticket_word drop constraint support_ticket_word_pkey;
alter table app.support_ticket_word add primary key (tenant_id, word, ticket_id) include (merchant_id);
drop index app.support_ticket_word_ticket;
create index support_ticket_word_ticket on app.support_ticket_word (tenant_id, ticket_id, word) include (merchant_id);

-- A stage can be reached by sending a proposal; an item keeps the stages at which it was; a proposal can be for an opportunity.

alter table app.pipeline_stage add column reached_by text check (reached_by in ('proposal_sent'));
update app.pipeline_stage set reached_by = 'proposal_sent'
where kind = 'open' and lower(name) = 'proposal sent';

alter table app.pipeline_item add column reached_stage_ids uuid[] not null default '{}';
update app.pipeline_item i set reached_stage_ids = array(
  select s.id from app.pipeline_stage s
  where s.tenant_id = i.tenant_id and s.pipeline_id = i.pipeline_id
    and (s.id in (i.stage_id, i.open_stage_id)
      or exists (
        select from app.sales_event e
        where e.tenant_id = i.tenant_id and e.item_id = i.id and e.kind = 'stage'
          and s.name in (e.before_name[1], e.after_name[1])))
  order by s.sort_order);

alter table app.offer add column opportunity_id uuid;
alter table app.offer add foreign key (tenant_id, opportunity_id) references app.pipeline_item (tenant_id, id);
create index offer_opportunity on app.offer (tenant_id, opportunity_id) where opportunity_id is not null;

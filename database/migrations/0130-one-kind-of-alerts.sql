-- Alerts of the share of declined or pending payments are alert rules like all others: what there was of them moves there.

alter table app.alert_rule drop constraint alert_rule_time_window_check;
alter table app.alert_rule
  add constraint alert_rule_time_window_check check (time_window in ('minutes', 'hour', 'today', 'yesterday')),
  add column window_minutes integer check (window_minutes between 5 and 1440),
  add constraint alert_rule_minutes check ((time_window = 'minutes') = (window_minutes is not null));

-- owned by the platform, whose staff set them, and the tenant's administrators are notified besides. The threshold was reached
-- where an alert rule has to be above: a hundredth of a per cent less is the same
insert into app.alert_rule (tenant_id, id, name, measure, mode, time_window, window_minutes, compared_with, direction,
  threshold_basis_points, minimum_count, merchant_id, provider, method, severity, role_id, owner_id, owner_tenant_id,
  state, is_active, version, created_at, updated_at)
select a.tenant_id, a.id,
  case when exists (select from app.alert_rule r
      where r.tenant_id = a.tenant_id and app.folded_name(r.name) = app.folded_name(a.name))
    then left(a.name, 60) || ' (' || right(a.id::text, 12) || ')' else a.name end,
  case a.measure when 'declined' then 'declinedShare' else 'undecidedShare' end,
  'Live', 'minutes', a.window_minutes, 'percent', 'above', a.threshold_percent * 100 - 1, a.minimum_count,
  a.merchant_id, a.provider, a.method, 'warning', administrators.id, owner.id, owner.tenant_id,
  case when a.is_active and exists (select from app.ratio_alert_crossing c
      where c.tenant_id = a.tenant_id and c.ratio_alert_id = a.id and c.recovered_at is null)
    then 'firing' else 'unknown' end,
  a.is_active, a.version, a.created_at, a.updated_at
from app.ratio_alert a
left join lateral (
  select r.id from app.role r
  where r.tenant_id = a.tenant_id and r.user_type = 'tenant' and r.is_administrator
  order by r.id limit 1
) as administrators on true
cross join lateral (
  select u.id, u.tenant_id from app.app_user u
  join app.role r on r.tenant_id = u.tenant_id and r.id = u.role_id
  where r.is_administrator and u.is_active
    and (u.user_type = 'platform' or (u.user_type = 'tenant' and u.tenant_id = a.tenant_id))
  order by u.user_type, u.id limit 1
) as owner;

insert into app.alert (tenant_id, id, rule_id, name, kind, severity, measure, mode, direction, merchant_id, provider, method,
  window_from, window_to, value, payments, high, past, fired_at, is_silenced, notified_at, resolved_at)
select c.tenant_id, c.id, r.id, r.name, 'threshold', r.severity, r.measure, r.mode, r.direction, r.merchant_id, r.provider,
  r.method, c.crossed_at - make_interval(mins => r.window_minutes), c.crossed_at,
  round(c.counted::numeric / greatest(c.of_count, 1), 6), c.of_count, r.threshold_basis_points / 10000.0, '[]', c.crossed_at,
  false, c.crossed_at, c.recovered_at
from app.ratio_alert_crossing c
join app.alert_rule r on r.tenant_id = c.tenant_id and r.id = c.ratio_alert_id;

drop table app.ratio_alert_crossing;
drop table app.ratio_alert;

-- whoever set the ratios sets the rules
update app.role
set permissions = permissions || array['CRM.Reports.Alerts']
where user_type = 'platform' and permissions @> array['Platform.Tenants.View'] and not permissions @> array['CRM.Reports.Alerts'];

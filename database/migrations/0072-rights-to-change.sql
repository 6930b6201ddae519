-- To look and to change are two permissions. Whoever held the one for both holds each of them from now on.

create temporary table given (held text not null, added text not null) on commit drop;
insert into given (held, added) values
  ('CRM.Lead.View', 'CRM.Lead.Edit'),
  ('CRM.Opportunity.View', 'CRM.Opportunity.Edit'),
  ('CRM.Project.View', 'CRM.Project.Edit'),
  ('CRM.Task.View', 'CRM.Task.Edit'),
  ('Settings.Scheduler.RecurringJob.View', 'Settings.Scheduler.RecurringJob.Edit'),
  ('Settings.Scheduler.CustomJob.View', 'Settings.Scheduler.CustomJob.Edit'),
  ('Settings.BankingService.BankingChannel.View', 'Settings.BankingService.BankingChannel.Edit'),
  ('CRM.Settings.Terminals.View', 'CRM.Settings.Terminals.Edit'),
  ('Settings.Mid.Management.View', 'Settings.Mid.Management.Edit'),
  ('CRM.ThreeDsMpiProvider.View', 'CRM.ThreeDsMpiProvider.Edit'),
  ('Settings.PaymentSettings.PaymentMethod.View', 'Settings.PaymentSettings.PaymentMethod.Edit'),
  ('Settings.PaymentSettings.ServiceProvider.View', 'Settings.PaymentSettings.ServiceProvider.Edit'),
  ('Settings.GeneralSettings.Fee.View', 'Settings.GeneralSettings.Fee.Edit'),
  ('Settings.GeneralSettings.WebhookEndpoint.View', 'Settings.GeneralSettings.WebhookEndpoint.Edit'),
  ('Settings.GeneralSettings.Country.View', 'Settings.GeneralSettings.Country.Edit'),
  ('Settings.GeneralSettings.Currency.View', 'Settings.GeneralSettings.Currency.Edit'),
  ('Settings.GeneralSettings.Language.View', 'Settings.GeneralSettings.Language.Edit'),
  ('Settings.GeneralSettings.DocumentType.View', 'Settings.GeneralSettings.DocumentType.Edit'),
  ('Settings.CrmSettings.Pipeline.View', 'Settings.CrmSettings.Pipeline.Edit'),
  ('Settings.CrmSettings.LeadStatus.View', 'Settings.CrmSettings.LeadStatus.Edit'),
  ('Settings.CrmSettings.ActivitySet.View', 'Settings.CrmSettings.ActivitySet.Edit'),
  ('Settings.CrmSettings.ProposalTemplate.View', 'Settings.CrmSettings.ProposalTemplate.Edit'),
  ('Settings.CrmSettings.ProposalSignature.View', 'Settings.CrmSettings.ProposalSignature.Edit'),
  ('Settings.CrmSettings.AgreementTemplate.View', 'Settings.CrmSettings.AgreementTemplate.Edit'),
  ('Settings.CrmSettings.AgreementSignature.View', 'Settings.CrmSettings.AgreementSignature.Edit'),
  ('Settings.CrmSettings.EmailTemplate.View', 'Settings.CrmSettings.EmailTemplate.Edit'),
  ('Settings.AntifraudSettings.Antifraud.View', 'Settings.AntifraudSettings.Antifraud.Edit'),
  ('Settings.AntifraudSettings.Blacklist.View', 'Settings.AntifraudSettings.Blacklist.Edit'),
  ('Settings.DeveloperSettings.tenantApiKeys.View', 'Settings.DeveloperSettings.tenantApiKeys.Edit'),
  ('CRM.Organization.Accounting.CustomerLedgerAccounts.View', 'CRM.Organization.Accounting.CustomerLedgerAccounts.Edit'),
  ('Platform.Tenants.Features.View', 'Platform.Tenants.Features.Edit'),
  ('Platform.Tenants.View', 'Platform.Tenants.Edit'),
  ('Platform.LeaveSettings.View', 'Platform.LeaveSettings.Edit'),
  ('Tenant.Keys.View', 'Tenant.Keys.Edit'),
  ('CRM.Lead.View', 'CRM.Lead.Delete'),
  ('CRM.Opportunity.View', 'CRM.Opportunity.Delete'),
  ('CRM.Project.View', 'CRM.Project.Delete'),
  ('CRM.Organization.Edit', 'CRM.Organization.Delete');

create function pg_temp.with_added(permissions text[]) returns text[] language sql
as $$
  select permissions || array(
    select added from given where held = any (permissions) and not added = any (permissions) order by 1)
$$;

update app.role set
  permissions = pg_temp.with_added(permissions),
  sca_required_permissions = pg_temp.with_added(sca_required_permissions)
where permissions && (select array_agg(held) from given);

update app.app_user set
  own_permissions = pg_temp.with_added(own_permissions),
  own_sca_required_permissions = pg_temp.with_added(own_sca_required_permissions)
where own_permissions && (select array_agg(held) from given);

drop function pg_temp.with_added(text[]);

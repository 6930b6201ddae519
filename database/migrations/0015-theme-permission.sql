-- Administrators hold every permission of their audience; the one for the tenant's colours and logo is new.

update app.role
set permissions = permissions || array['Settings.GeneralSettings.Theme.View', 'Settings.GeneralSettings.Theme.Edit']
where is_administrator
  and user_type in ('platform', 'tenant')
  and not permissions && array['Settings.GeneralSettings.Theme.View', 'Settings.GeneralSettings.Theme.Edit'];

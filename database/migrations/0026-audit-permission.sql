-- Administrators hold every permission of their audience; the one for the audit trail is new.

update app.role
set permissions = permissions || array['Settings.GeneralSettings.Audit.View']
where is_administrator
  and user_type in ('platform', 'tenant')
  and not permissions && array['Settings.GeneralSettings.Audit.View'];

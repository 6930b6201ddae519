-- Notifications by e-mail: who does not look into the portal learns of what costs money.
alter table app.user_preference
  -- important, all or none; null: important
  add column notice_mails text;
alter table app.notification
  -- when it is mailed if it is not read by then; null: it is not mailed, or was
  add column mail_after timestamptz;
create index notification_mail on app.notification (tenant_id, mail_after) where mail_after is not null;

-- Who has proved in one session that it is them goes on in that one alone, and not for ever.
alter table identity.account
  add column totp_pending_session text,
  add column totp_pending_at timestamptz;

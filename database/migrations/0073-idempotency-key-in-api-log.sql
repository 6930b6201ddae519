-- Whoever asks why a call was answered as an earlier one sees the key that both carried.
alter table app.api_log add column idempotency_key text;

-- Who accepted an offer, as they sign; that the merchant's user agreed to be bound; and, where an operator records what the
-- merchant accepted elsewhere, what proves it.
alter table app.offer add column signed_by text;
alter table app.offer add column consented_at timestamptz;
alter table app.offer add column evidence_channel text
  check (evidence_channel in ('signed_document', 'email', 'telephone', 'meeting'));
alter table app.offer add column evidence_on date;
alter table app.offer add column evidence_file_id uuid;
alter table app.offer add constraint offer_evidence_whole check (
  (evidence_channel is null) = (evidence_on is null) and (evidence_channel is null) = (evidence_file_id is null));

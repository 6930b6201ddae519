-- A proof of a large history is kept as far as it came, so that a worker that stops begins where it was.
alter table app.ledger_proof add column continues_after uuid;
comment on column app.ledger_proof.continues_after is
  'The event after which the next row goes on with the same proof; null: it came to its end';

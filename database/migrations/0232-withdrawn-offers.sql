-- What was sent can be taken back before it is answered; a stage can be reached by an agreement that the merchant accepts.
alter table app.offer add column withdrawn_at timestamptz;

-- wider than before, so that every row there is passes it
alter table app.pipeline_stage drop constraint pipeline_stage_reached_by_check;
alter table app.pipeline_stage add constraint pipeline_stage_reached_by_check
  check (reached_by in ('proposal_sent', 'agreement_accepted')) not valid;

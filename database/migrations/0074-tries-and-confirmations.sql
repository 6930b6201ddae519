-- A try stands from before it is looked at; a code refused to somebody who is signed in is no failed sign-in.
alter table identity.sign_in drop constraint sign_in_outcome_check;
alter table identity.sign_in add constraint sign_in_outcome_check check (outcome in (
  'tried', 'success', 'wrong_password', 'unknown_email', 'locked', 'inactive', 'code_asked', 'wrong_code', 'confirmed',
  'confirmation_refused', 'reset_requested'));

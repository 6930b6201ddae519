-- What a rule found is counted in the mode of its payment, without reading the payment.
-- null: from before it was stored, and as its payment has it
alter table app.antifraud_match add column mode smallint;
alter table app.antifraud_match add constraint antifraud_match_mode_check check (mode in (1, 2)) not valid;

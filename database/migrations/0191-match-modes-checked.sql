-- What 0190 lets stand unread is read here, beside the writers.
alter table app.antifraud_match validate constraint antifraud_match_mode_check;

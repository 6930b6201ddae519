-- A duplicate that is left out of what is paid carries the reason, like a row with a fault, and is counted with these.
grant update (code, message) on app.payout_batch_row to counterfoil_app;
grant update (faulty_count) on app.payout_batch to counterfoil_app;

-- The whole of an e-mail is found by the index that finds its beginning: both hold the e-mail in lower case.

drop index app.payment_customer_email;

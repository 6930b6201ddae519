alter table app.maturity validate constraint maturity_disputed;

-- What an industry is called in Turkish. Each start fills it in with the names that the product lists.
alter table app.industry_type add column name_tr text not null default '';

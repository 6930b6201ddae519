-- Files that prove an answer to a dispute. They belong to the dispute; these are the ones of its latest answer, which its
-- acquirer is sent.
alter table app.dispute add column answer_file_ids uuid[] not null default '{}';
grant update (answer_file_ids) on app.dispute to counterfoil_app;
-- What the sandbox acquirer has received: name, type, size and SHA-256 of each.
alter table sandbox.acquirer_notice add column evidence jsonb;

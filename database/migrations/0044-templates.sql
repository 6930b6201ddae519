-- Texts that operators write once and the product fills in: mails, proposals, agreements, and signatures below them.
create table app.template (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  kind text not null check (kind in (
    'email', 'proposal', 'agreement', 'email_signature', 'proposal_signature', 'agreement_signature')),
  name text not null,
  language text not null check (language in ('en', 'tr')),
  -- of a mail: which of the product's mails it is
  purpose text,
  subject text,
  -- of a signature: whose; null: the organisation's
  user_id uuid,
  body text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, kind, name),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id),
  check ((kind = 'email') = (purpose is not null and subject is not null))
);
comment on table app.template is 'Texts with variables: mails, proposals, agreements, signatures @shard:tenant';
select app.protect('app.template', null);
-- what is in force, asked for with every mail
create index template_in_force on app.template (tenant_id, kind, language, purpose, user_id) where is_active;
create index template_user on app.template (tenant_id, user_id) where user_id is not null;

create table app.template_version (
  tenant_id uuid not null,
  template_id uuid not null,
  -- the template's version that these values were
  number integer not null,
  saved_values jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (tenant_id, template_id, number),
  foreign key (tenant_id, template_id) references app.template (tenant_id, id) on delete cascade
);
comment on table app.template_version is 'What a template was each time that it was saved @shard:tenant';
select app.protect('app.template_version', null);

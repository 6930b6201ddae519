-- What merchants hand in while they are boarded: of which type, and what became of it. Its files hang on it.

create table app.merchant_document (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid not null,
  document_type_id uuid not null,
  -- asked: nothing was handed in yet; waiting: for somebody who looks at it
  state text not null check (state in ('asked', 'waiting', 'accepted', 'rejected')),
  -- what the operator said when it asked; kept when the document comes
  remark text,
  asked_at timestamptz,
  handed_in_at timestamptz,
  handed_in_by uuid,
  reviewed_at timestamptz,
  reviewed_by uuid,
  -- the last day on which an accepted one holds; null: it does not end
  expires_on date,
  reject_reason text,
  -- of the last change: the same one again has no further effect
  request_key text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, document_type_id) references app.document_type (tenant_id, id),
  check ((state = 'asked') = (handed_in_at is null)),
  check ((state = 'rejected') = (reject_reason is not null)),
  check ((state in ('accepted', 'rejected')) = (reviewed_at is not null)),
  check (expires_on is null or state = 'accepted')
);
comment on table app.merchant_document is 'Documents that merchants hand in @shard:tenant';
select app.protect('app.merchant_document');
-- one at a time is asked for or waits
create unique index merchant_document_open on app.merchant_document (tenant_id, merchant_id, document_type_id)
  where state in ('asked', 'waiting');
create index merchant_document_type on app.merchant_document (tenant_id, document_type_id);
create index merchant_document_merchant on app.merchant_document (tenant_id, merchant_id);

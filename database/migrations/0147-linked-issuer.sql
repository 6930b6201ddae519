-- Whose subjects the people of an identity provider are linked by. A subject means somebody else at another issuer: when
-- a provider with another issuer is put into effect, the links of the former one go, and people are found by their address.
alter table app.identity_provider add column linked_issuer text;
update app.identity_provider p set linked_issuer = f.settings ->> 'issuer'
  from app.federation f where f.provider_id = p.id and f.tenant_id = p.tenant_id;

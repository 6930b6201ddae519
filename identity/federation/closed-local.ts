// Organisations whose people only sign in at their own provider: no password is accepted.

/**
 * Whether somebody may have no password here. That is every operator of the organisation but the two named ones, and of
 * merchants' people whoever has an address of a domain that is sent to the provider. `a`: a row with `user_id`,
 * `tenant_id`, `user_type` and `email`.
 */
export const isElsewhereOnly = (a: string) => `exists (
  select from app.closed_local_sign_in c
  where c.tenant_id = ${a}.tenant_id and not (${a}.user_id = any (c.kept_user_ids))
    and (${a}.user_type <> 'merchant' or exists (
      select from app.email_domain e join app.federation f using (provider_id)
      where f.tenant_id = c.tenant_id and e.proven_at is not null
        and e.domain = split_part(lower(${a}.email), '@', -1))))`

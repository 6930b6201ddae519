-- People change their own name and time zone in the portal too. The provider's copy follows through this function alone:
-- the API's role may say a profile for its tenant's user, and reads nothing of the account.
create function app.set_account_profile(of_user uuid, given text, family text, zone text) returns void
  language sql security definer set search_path = ''
  as $$
    update identity.account set given_name = given, family_name = family, time_zone = zone
    where user_id = of_user and tenant_id = app.current_tenant()
  $$;
revoke execute on function app.set_account_profile from public;
grant execute on function app.set_account_profile to counterfoil_app, counterfoil_loader;

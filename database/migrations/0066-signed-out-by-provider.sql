-- The identity provider ends tokens that are out already as the portal does, when a new password ends their sessions.
grant update (signed_out_at) on app.user_directory to counterfoil_identity;

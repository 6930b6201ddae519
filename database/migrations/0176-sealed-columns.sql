-- What holds secrets of a tenant says so itself: the job that seals them reads it here.
comment on column app.webhook_endpoint.secret is '@sealed';
comment on column app.webhook_endpoint.previous_secret is '@sealed';
comment on column app.tenant_key.key is '@sealed';
comment on column app.language_model_setting.api_key is '@sealed';
comment on column app.card_token.sealed_card is '@sealed';
comment on column app.payment_attempt.authentication_value is '@sealed';
comment on column app.stored_card.authentication_value is '@sealed';
comment on column app.bank_connection.tokens is '@sealed';
comment on column app.bank_connection.verifier is '@sealed';
comment on column app.bank_payment.verifier is '@sealed';
comment on column app.bank_payment.token is '@sealed';
comment on column app.identity_provider.client_secret is '@sealed';
comment on column app.report_delivery_target.secret is '@sealed';

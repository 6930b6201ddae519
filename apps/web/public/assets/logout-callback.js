// The identity provider returns here after a sign-out; the portal's own page tells the outcome.
window.location.replace(`/authentication/logout-callback${window.location.search}`)

// The frame in which a session is renewed ends here and hands its address to the page that opened it.
window.parent.postMessage(
  { source: 'oidc-client', url: window.location.href, keepOpen: false },
  window.location.origin,
)

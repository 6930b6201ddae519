// The frame or window in which a sign-in is made ends here and hands its address to the page that opened it. Where the
// browser has parted the two, a channel of this sign-in's own reaches it.
;(() => {
  const answer = { source: 'oidc-client', url: window.location.href, keepOpen: false }
  const opener = window.parent === window ? window.opener : window.parent
  if (opener) {
    opener.postMessage(answer, window.location.origin)
    return
  }
  const state = new URLSearchParams(window.location.search).get('state')
  if (!state) return
  const channel = new BroadcastChannel(`oidc-client-popup-${state}`)
  channel.postMessage(answer)
  channel.close()
  window.close()
})()

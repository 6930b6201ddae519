// The frame or window in which a sign-in is made ends here and hands its address to the page that opened it. Where the
// browser has parted the two, a channel of this sign-in's own reaches it.
;(() => {
  const answer = { source: 'oidc-client', url: window.location.href, keepOpen: false }
  const isFrame = window.parent !== window
  const opener = isFrame ? window.parent : window.opener
  // A window that nobody closes is the user's own: some providers end the sign-in there that they refused to the frame.
  // The user is signed in at the provider now, so the portal's first page signs them in here as well.
  if (!isFrame) setTimeout(() => window.location.replace('/'), 1000)
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

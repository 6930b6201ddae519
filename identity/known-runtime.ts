// Loaded before oidc-provider, which on loading warns of every Node release that is not named LTS, as the pinned one is
// not. That it runs there is what this folder's tests show; so this one sentence is not passed on.

/* biome-ignore-start lint/suspicious/noConsole: the library writes there, and nowhere else could it be told apart */
const { warn } = console
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).includes('Unsupported runtime')) warn(...said)
}
setImmediate(() => {
  console.warn = warn
})
/* biome-ignore-end lint/suspicious/noConsole: as above */

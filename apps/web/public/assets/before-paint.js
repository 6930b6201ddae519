// Runs before anything is drawn, so that a dark page does not begin white.
;(() => {
  const root = document.documentElement
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const isDark =
    chosen === 'dark' ||
    (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  const language = localStorage.getItem('Language')
  if (language) root.lang = language
})()

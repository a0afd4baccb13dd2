// Runs before the first paint, inside the page (build/boot.ts puts it there): sets the theme and the language the
// visitor chose last, and asks for that language's texts early (build/first-load.ts names the files).
// Keep the keys in step with src/app/theme.ts and src/i18n/locales.ts.
;(() => {
  const root = document.documentElement
  let theme = 'system'
  let locale = 'zh-CN'
  try {
    theme = localStorage.getItem('theme') || theme
    locale = localStorage.getItem('locale') || locale
  } catch {
    // Storage may be closed to us (private mode, embedded view): the defaults stand.
  }
  const light =
    theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset.theme = light ? 'light' : 'dark'
  root.lang = locale
  document.querySelector('meta[name="theme-color"]').content = light ? '#f5f2ec' : '#0d0e11'
  const file = JSON.parse(root.dataset.catalogs || '{}')[locale]
  const early = (rel, href) => {
    const link = document.createElement('link')
    link.rel = rel
    if (rel === 'preload') link.as = 'fetch'
    link.crossOrigin = 'anonymous'
    link.href = href
    document.head.append(link)
  }
  if (file) early('modulepreload', `./${file}`)
  // The first page's one figure: read while the code is still on its way.
  if (/^(#\/?(\?.*)?)?$/.test(location.hash)) early('preload', '/api/v1/public/overview')
})()

// Runs before the first paint, inside the page (build/boot.ts puts it there): sets the theme and the language the
// visitor chose last, and asks early for what the address needs (build/first-load.ts names the files).
// Keep the keys in step with src/app/theme.ts, src/i18n/locales.ts and src/api/storage.ts.
;(() => {
  const root = document.documentElement
  let theme = 'system'
  let locale = 'zh-CN'
  let user = false
  try {
    theme = localStorage.getItem('theme') || theme
    locale = localStorage.getItem('locale') || locale
    user = localStorage.getItem('token') !== null
  } catch {
    // Storage may be closed to us (private mode, embedded view): the defaults stand.
  }
  const light =
    theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset.theme = light ? 'light' : 'dark'
  root.lang = locale
  document.querySelector('meta[name="theme-color"]').content = light ? '#f5f2ec' : '#0d0e11'
  const early = (rel, href) => {
    const link = document.createElement('link')
    link.rel = rel
    if (rel === 'preload') link.as = 'fetch'
    else link.fetchPriority = 'low'
    link.crossOrigin = 'anonymous'
    link.href = href
    document.head.append(link)
  }
  const path = location.hash.replace(/^#|\?.*$/g, '').replace(/\/$/, '') || '/'
  const { texts, more, pages, mine, calls } = JSON.parse(root.dataset.early || '{"pages":{}}')
  const files = [...(pages[path] || [])]
  if (texts) files.push(texts[locale])
  if (path !== '/' && more) files.push(more[locale])
  if (path === '/' && user && mine) files.push(...mine)
  if (user && calls) files.push(...calls)
  for (const file of files) if (file) early('modulepreload', `./${file}`)
  // What the first pages read of everybody's, asked for while the code is still on its way; and the key that every
  // question of who is signed in is sealed with.
  const reads =
    { '/': ['overview'], '/pages/Backpack/Backpack': ['overview', 'mining/dividend-pool'] }[path] || []
  for (const name of user ? ['keys', ...reads] : reads) early('preload', `/api/v1/public/${name}`)
  // What stands there until the app does has the shape of the page that comes (index.html).
  const shapes = { '/pages/Backpack/Backpack': 'backpack', '/pages/assets/assets': 'assets' }
  root.dataset.shape = path === '/' ? (user ? 'mine' : 'visitor') : (user && shapes[path]) || 'other'
})()

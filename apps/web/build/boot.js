// Runs in the page before the first paint (inserted by build/boot.ts): sets the last theme and language,
// and preloads files for the address (build/first-load.ts has their names). Storage keys are those of
// src/lib/storage.ts.
;(() => {
  const root = document.documentElement
  // An old browser gets another page (build/old-browser.ts).
  if (root.hasAttribute('data-old')) return
  let theme = 'system'
  let locale = 'zh-CN'
  let user = false
  let offers = true
  let last = null
  let account = null
  try {
    theme = localStorage.getItem('theme') || theme
    locale = localStorage.getItem('locale') || locale
    user = localStorage.getItem('token') !== null
    offers = localStorage.getItem('locale') === null && localStorage.getItem('languageOffer') === null
    account = localStorage.getItem('loginAddress')
    last = user && JSON.parse(localStorage.getItem('lastFigures'))
  } catch {
    // Storage may be unavailable (private mode, embedded view): the defaults remain.
  }
  const light =
    theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset.theme = light ? 'light' : 'dark'
  root.lang = locale
  // First browser language that the app supports, if none was chosen: the app offers it
  // (app/language-strip.tsx).
  const ours = Object.keys(JSON.parse(root.dataset.offers || '{}'))
  const find = (tag) =>
    /^zh/i.test(tag)
      ? /hant|tw|hk|mo/i.test(tag)
        ? 'zh-TW'
        : 'zh-CN'
      : ours.find((one) => tag.toLowerCase().split('-')[0] === one)
  const own = offers && (navigator.languages || [navigator.language]).map(find).find(Boolean)
  if (own && own !== 'zh-CN') root.dataset.offer = own
  // Brand in the reader's language, drawn by the style sheet in the skeleton.
  root.style.setProperty('--brand', JSON.stringify(JSON.parse(root.dataset.brands)[locale] || ''))
  document.querySelector('meta[name="theme-color"]').content = light ? '#f6f7f9' : '#0d0e11'
  const early = (rel, href) => {
    const link = document.createElement('link')
    link.rel = rel
    if (rel === 'preload') link.as = 'fetch'
    else link.fetchPriority = 'low'
    link.crossOrigin = 'anonymous'
    link.href = href
    document.head.append(link)
  }
  const address = location.hash.replace(/^#|\?.*$/g, '').replace(/\/$/, '') || '/'
  // The requirement's second address of Home.
  const path = address === '__HOME_ALIAS__' ? '/' : address
  // Last shown figure, dimmed until the new one is read; drawn by the style sheet.
  const isMine = last && last.address === account && last.locale === locale
  const shown = (isMine && last.pages)?.[path]
  if (shown) {
    root.dataset.last = ''
    root.style.setProperty('--last-figure', JSON.stringify(shown.figure))
    root.style.setProperty('--last-note', JSON.stringify(shown.note))
    root.style.setProperty('--last-digits', shown.figure.length)
  }
  const { texts, more, pages, mine, calls } = JSON.parse(root.dataset.early || '{"pages":{}}')
  const files = [...(pages[path] || [])]
  if (texts) files.push(texts[locale])
  if (path !== '/' && more) files.push(more[locale])
  if (path === '/' && user && mine) files.push(...mine)
  if (user && calls) files.push(...calls)
  for (const file of files) if (file) early('modulepreload', `./${file}`)
  // Requests of the opening page and the shape of its skeleton, from the manifest (build/first-page.ts).
  const firstPages = '__FIRST_PAGES__'
  const { shape, urls } = (firstPages[path] || firstPages.other)[user ? 'user' : 'visitor']
  for (const url of urls) early('preload', url)
  root.dataset.shape = shape
})()

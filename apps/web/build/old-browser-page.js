// Page for a browser below the baseline, in ES5; build/old-browser.ts fills in the texts.
;(function () {
  var texts = '__TEXTS__'
  var wanted
  try {
    wanted = localStorage.getItem('locale')
  } catch (closed) {
    // Storage may be unavailable: the browser's language is used.
  }
  var locale = 'zh-CN'
  var languages = [wanted, navigator.language]
  for (var i = languages.length - 1; i >= 0; i--) {
    var tag = String(languages[i] || '')
    if (texts[tag]) locale = tag
    else if (/^zh-(TW|HK|MO|Hant)/i.test(tag)) locale = 'zh-TW'
    else if (/^zh/i.test(tag)) locale = 'zh-CN'
    else if (texts[tag.slice(0, 2)]) locale = tag.slice(0, 2)
  }
  var add = function (parent, name, text, style) {
    var element = document.createElement(name)
    if (text) element.appendChild(document.createTextNode(text))
    for (var property in style) element.style[property] = style[property]
    parent.appendChild(element)
    return element
  }
  document.documentElement.lang = locale
  var body = document.body
  while (body.firstChild) body.removeChild(body.firstChild)
  body.style.background = '#fff'
  var main = add(body, 'main', '', {
    maxWidth: '480px',
    margin: '0 auto',
    padding: '48px 20px',
    font: '16px/1.6 sans-serif',
    color: '#15181e',
  })
  add(main, 'h1', texts[locale].title, { fontSize: '20px', margin: '0 0 12px', fontWeight: '600' })
  add(main, 'p', texts[locale].text, { margin: '0' })
})()

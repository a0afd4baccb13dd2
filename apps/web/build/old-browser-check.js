// The first script of the page, inside it (build/old-browser.ts puts it there). ES5, so that every browser
// can run it: one below the baseline gets a page that says so, and nothing of the app. Each line is what
// first came with a baseline's version: color-mix with Chrome 111, CSSPropertyRule with Safari 16.4 and
// Firefox 128, the others before them.
;(function () {
  var dialog = window.HTMLDialogElement && HTMLDialogElement.prototype
  if (
    window.CSS &&
    CSS.supports &&
    dialog &&
    dialog.showModal &&
    window.CSSPropertyRule &&
    window.BigInt &&
    Object.hasOwn &&
    Array.prototype.toReversed &&
    window.AbortSignal &&
    AbortSignal.timeout &&
    CSS.supports('(color: color-mix(in srgb, red, red)) and (height: 1dvh) and selector(:has(a))')
  )
    return
  document.documentElement.setAttribute('data-old', '')
  document.addEventListener('DOMContentLoaded', function () {
    var script = document.createElement('script')
    script.src = './old-browser.js'
    document.body.appendChild(script)
  })
})()

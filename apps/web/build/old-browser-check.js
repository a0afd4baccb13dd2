// First script of the page (inserted by build/old-browser.ts), in ES5 for every browser: one below the
// baseline gets another page, and nothing of the app. Each line tests a feature that first came with a
// baseline version: color-mix with Chrome 111, CSSPropertyRule with Safari 16.4 and Firefox 128, the others
// earlier.
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

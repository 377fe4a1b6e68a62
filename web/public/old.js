/* For browsers in which the page cannot run: says so instead. Any browser must be able to read this file, so it is ES5. */
(function () {
  var css = window.CSS && CSS.supports ? CSS : null
  var works =
    window.WebSocket && window.ResizeObserver && window.structuredClone && [].toSpliced && css && css.registerProperty &&
    css.supports('width', '1cqw') && css.supports('height', '1dvh') && css.supports('selector(:has(a))') &&
    css.supports('color', 'color-mix(in srgb, red, blue)')
  if (works) return
  var told = document.createElement('main')
  told.className = 'screen stack'
  told.innerHTML =
    '<h1>Parlour</h1><p>This browser is too old for Parlour. Update it, or open this link on another device:</p><p><a></a></p>'
  var link = told.getElementsByTagName('a')[0]
  link.href = location.href
  link.appendChild(document.createTextNode(location.href))
  var page = document.getElementById('page')
  page.parentNode.replaceChild(told, page)
})()

/* For browsers in which the page cannot run, or that cannot fetch it: says so instead. Any browser must be able to read this
 * file, so it is ES5. */
(function () {
  var page = document.getElementById('page')
  function tell(words) {
    var told = document.createElement('main')
    told.className = 'screen stack'
    told.innerHTML = '<h1>Parlour</h1>' + words
    page.parentNode.replaceChild(told, page)
    return told
  }

  /* The first script is asked for again, under another address because browsers remember a failure. The page is filled as soon as
   * it runs. */
  var waits = [1000, 3000]
  function fetchAgain() {
    var first = document.querySelector('script[type=module]')
    if (page.firstChild || !first) return
    if (!waits.length) {
      var button = tell(
        '<p role="alert">Parlour didn’t load. Check your connection, then try again. Your games are safe.</p>' +
        '<p><button type="button" class="button main">Try again</button></p>'
      ).getElementsByTagName('button')[0]
      button.onclick = function () { location.reload() }
      return
    }
    setTimeout(function () {
      var script = document.createElement('script')
      script.type = 'module'
      script.src = first.src + '?' + waits.length
      script.onload = script.onerror = fetchAgain
      document.head.appendChild(script)
    }, waits.shift())
  }

  var css = window.CSS && CSS.supports ? CSS : null
  var works =
    window.WebSocket && window.ResizeObserver && window.structuredClone && [].toSpliced && css && css.registerProperty &&
    css.supports('width', '1cqw') && css.supports('height', '1dvh') && css.supports('selector(:has(a))') &&
    css.supports('color', 'color-mix(in srgb, red, blue)')
  if (works) {
    window.addEventListener('load', fetchAgain)
    return
  }
  var link = tell(
    '<p>This browser is too old for Parlour. Update it, or open this link on another device:</p><p><a></a></p>'
  ).getElementsByTagName('a')[0]
  link.href = location.href
  link.appendChild(document.createTextNode(location.href))
})()

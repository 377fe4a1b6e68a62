/** Makes an element a Tab stop while it scrolls, and only then. `data-more` tells the styles whether there is more above or
 * below. */
export function scrollable(node: HTMLElement): () => void {
  const look = (): void => {
    if (node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1) node.tabIndex = 0
    else node.removeAttribute('tabindex')
    const above = node.scrollTop > 1
    const below = node.scrollTop + node.clientHeight < node.scrollHeight - 1
    node.dataset.more = [above && 'above', below && 'below'].filter(Boolean).join(' ')
  }
  const size = new ResizeObserver(look)
  const content = new MutationObserver(look)
  size.observe(node)
  content.observe(node, { childList: true, subtree: true })
  node.addEventListener('scroll', look, { passive: true })
  return () => {
    size.disconnect()
    content.disconnect()
    node.removeEventListener('scroll', look)
  }
}

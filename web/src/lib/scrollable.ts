import { measure } from './measure'

/** Makes an element a Tab stop while it scrolls, and only then. `data-more` tells the styles whether there is more above or
 * below. */
export function scrollable(node: HTMLElement): () => void {
  const look = (): (() => void) => {
    const scrolls = node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1
    const above = node.scrollTop > 1
    const below = node.scrollTop + node.clientHeight < node.scrollHeight - 1
    const more = [above && 'above', below && 'below'].filter(Boolean).join(' ')
    return () => {
      if (scrolls !== node.hasAttribute('tabindex')) scrolls ? (node.tabIndex = 0) : node.removeAttribute('tabindex')
      if (more !== node.dataset.more) node.dataset.more = more
    }
  }
  const lookSoon = (): void => measure(look)
  const size = new ResizeObserver(() => look()())
  const content = new MutationObserver(lookSoon)
  size.observe(node)
  content.observe(node, { childList: true, subtree: true })
  node.addEventListener('scroll', lookSoon, { passive: true })
  return () => {
    size.disconnect()
    content.disconnect()
    node.removeEventListener('scroll', lookSoon)
  }
}

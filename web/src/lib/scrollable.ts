import { measure } from './measure'

/** Makes an element a Tab stop while it scrolls, and only then. `data-more` tells the styles whether there is more above or
 * below. What is in it may also grow by its styles alone, so its children are watched, too. */
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
  const content = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target === node)) watch()
    lookSoon()
  })
  let watched: Element[] = []
  const watch = (): void => {
    const children = [...node.children]
    for (const child of watched) if (!children.includes(child)) size.unobserve(child)
    for (const child of children) if (!watched.includes(child)) size.observe(child)
    watched = children
  }
  size.observe(node)
  watch()
  content.observe(node, { childList: true, subtree: true })
  node.addEventListener('scroll', lookSoon, { passive: true })
  return () => {
    size.disconnect()
    content.disconnect()
    node.removeEventListener('scroll', lookSoon)
  }
}

/** What scrolls must be reachable by key; what does not scroll should be no stop on the way. */
export function reachable(node: HTMLElement): () => void {
  const look = (): void => {
    if (node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1) node.tabIndex = 0
    else node.removeAttribute('tabindex')
  }
  const size = new ResizeObserver(look)
  const content = new MutationObserver(look)
  size.observe(node)
  content.observe(node, { childList: true, subtree: true })
  return () => {
    size.disconnect()
    content.disconnect()
  }
}

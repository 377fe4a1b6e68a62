import { onMount, tick } from 'svelte'
import { ACTIONABLE } from './arrows'

/** Focus is not lost: if the focused thing goes away, it moves on to what can be done now, or waits at the prompt. `changed`
 * reads whatever may take things away. Call it while a component is being set up. */
export function keepFocus(root: () => HTMLElement | undefined, changed: () => void): void {
  let inside = false
  let parked = false

  $effect.pre(() => {
    changed()
    inside = !!root()?.contains(document.activeElement)
    parked = document.activeElement?.id === 'prompt'
  })
  $effect(() => {
    changed()
    if (inside) void tick().then(moveOn)
  })
  // Who comes from the lobby by key goes on by key.
  onMount(() => {
    if (document.activeElement === document.body) prompt()?.focus()
  })

  const prompt = (): HTMLElement | null => root()?.querySelector<HTMLElement>('#prompt') ?? null

  function moveOn(): void {
    const on = document.activeElement
    const lost = !on || on === document.body
    if (!lost && !(parked && on.id === 'prompt')) return
    const all = [...(root()?.querySelectorAll<HTMLElement>(ACTIONABLE) ?? [])]
    const able = all.filter((other) => other.ariaDisabled !== 'true')
    const next = able.find((other) => other.closest('[data-own]')) ?? able[0]
    const target = next ?? (lost ? prompt() : null)
    target?.focus({ preventScroll: !target.matches(':focus-visible') })
  }
}
